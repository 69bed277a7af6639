import type { components, paths } from './api.js';

type Schemas = components['schemas'];

/** The body of each request of the API, by name. */
export type Questions = {
  [P in keyof paths as P extends `/api/v1/${infer N}` ? N : never]: paths[P] extends {
    post: { requestBody: { content: { 'application/json': infer B } } };
  }
    ? B
    : undefined;
};

/** The answer to each request of the API that has one answer, by name. */
export type Answers = {
  [P in keyof paths as P extends `/api/v1/${infer N}` ? N : never]: paths[P] extends {
    post: { responses: { 200: { content: { 'application/json': infer A } } } };
  }
    ? A
    : paths[P] extends { get: { responses: { 200: { content: { 'application/json': infer A } } } } }
      ? A
      : never;
};

export type Puzzle = Schemas['Puzzle'];
export type ReadPuzzle = Schemas['ReadPuzzle'];
export type Solution = Schemas['Solution'];
export type Check = Schemas['Check'];
export type Hint = Schemas['Hint'];
export type Grade = Schemas['Grade'];
export type Path = Schemas['Path'];
export type Step = Schemas['Step'];
export type StepGroup = Schemas['StepGroup'];
export type Rating = Schemas['Rating'];
export type Diagnosis = Schemas['Diagnosis'];
export type WhyNot = Schemas['WhyNot'];
export type Wish = Schemas['Wish'];
export type Made = Schemas['Made'];
export type Written = Schemas['Written'];
export type Covers = Schemas['Covers'];

/** A call can be aborted: in `excover/worker` at any time, in `excover` only before it begins. */
export interface Abortable {
  signal?: AbortSignal;
}

export interface Counted {
  /** The number of solutions; if it is not exact, there are at least this many. */
  count: bigint;
  exact: boolean;
}

export type PackingCell = Schemas['PackingCell'];

/** What the maker of a puzzle asks about a level. */
export interface Survey extends Omit<Schemas['Survey'], 'distinct'> {
  /** The number of solutions up to symmetry; null if the number of solutions is not exact. */
  distinct: bigint | null;
}

/** A region and the pieces that fill it. A drawing is a text with a line for each row, or a list of rows: `#` is a cell, `.` is none. */
export interface PackingLevel {
  region: string | string[];
  /** `times` is a number, a range such as `0..3`, or `*` for any; by default one. */
  pieces: { name: string; cells: string | string[]; times?: string }[];
  /** Whether pieces may be turned; by default they may. */
  turn?: boolean;
  /** Whether pieces may be turned over; by default they may. */
  flip?: boolean;
}

export interface Packing {
  /** An option is a piece in one position. */
  problem: Problem;
  /** The cells that items stand for. */
  cells: PackingCell[];
  /** The pieces without a place in the region. */
  unplaced: string[];
}

export interface Symmetries {
  /** The number of symmetries. */
  order: bigint;
  /** Symmetries of which all others are products, in cycles. */
  generators: string[];
  itemOrbits: string[][];
  /** The numbers of options, from 0. */
  optionOrbits: number[][];
}

/** An exact cover problem in the format of Knuth's programs: its items on the first line, then one option a line. */
export interface Problem {
  readonly text: string;
  /** Returns the first covers, at most 1,000 by default and 10,000 at most, with at most a million options together: lists of option
   *  numbers from 0. */
  covers(options?: Abortable & { limit?: number }): Promise<Covers>;
  /** Returns the first cover, or null if there is none. */
  first(options?: Abortable): Promise<number[] | null>;
  /** Returns the number of covers. */
  count(options?: Abortable): Promise<bigint>;
  symmetries(options?: Abortable): Promise<Symmetries>;
  /** The items that stand for pieces, about which `survey` asks; all items if they are not given. */
  readonly pieces?: string[];
  /** Counts the solutions, up to the limit of 10,000 by default, says how hard they are to find and which pieces they do not need. */
  survey(options?: Abortable & { limit?: number }): Promise<Survey>;
}

/** A puzzle is an object, or a text in any format that `dlx sudoku` reads, such as a line of 81 characters. */
export interface Functions {
  /** Returns whether a puzzle has no solution, one, or several, with its solution. */
  solve(puzzle: Puzzle | string, options?: Abortable): Promise<Solution>;
  /** Counts the solutions of a puzzle. */
  count(
    puzzle: Puzzle | string,
    options?: Abortable & { onProgress?: (soFar: Counted & { nodes: number; fraction: number }) => void },
  ): Promise<Counted>;
  /** Returns the digits that contradict other digits or the rules. */
  check(puzzle: Puzzle | string, options?: Abortable): Promise<Check>;
  /** Returns the candidates of each cell, row by row. */
  candidates(puzzle: Puzzle | string, options?: Abortable): Promise<number[][]>;
  /** Returns the next step of solving by hand. */
  hint(puzzle: Puzzle | string, options?: Abortable & { grade?: Grade; without?: string[] }): Promise<Hint>;
  /** Returns all steps to the solution. */
  explain(puzzle: Puzzle | string, options?: Abortable): Promise<Path>;
  /** Yields the steps that are possible, by technique. */
  steps(puzzle: Puzzle | string, options?: Abortable & { all?: boolean }): AsyncGenerator<StepGroup>;
  /** Returns the level and the ratings of a puzzle. */
  rate(puzzle: Puzzle | string, options?: Abortable): Promise<Rating>;
  /** Returns why a puzzle has no solution, or several. */
  diagnose(puzzle: Puzzle | string, options?: Abortable): Promise<Diagnosis>;
  /** Returns why a digit cannot be placed in a cell, such as `r1c3`. */
  whyNot(puzzle: Puzzle | string, cell: string, digit: number, options?: Abortable): Promise<WhyNot>;
  /** Generates a puzzle: by default, one of the classic board with one solution and a random seed. */
  generate(wish?: Abortable & Partial<Wish>): Promise<Made>;
  /** Reads the puzzles of a text. */
  parse(text: string, options?: Abortable): Promise<ReadPuzzle[]>;
  /**
   * Writes a puzzle in a format, such as `sdk`, `fpuzzles` or `svg`, with its title, author, rules in words and solution: those
   * of a text, unless others are given.
   */
  write(
    puzzle: Puzzle | string,
    format: string,
    options?: Abortable & { title?: string; author?: string; ruleset?: string; solution?: number[] },
  ): Promise<Written>;
  /** Returns the answer to a request of the API. */
  ask<N extends keyof Questions>(name: N, question: Questions[N], options?: Abortable): Promise<Answers[N]>;
  /** Returns the exact cover problem of filling a region with pieces. */
  packing(level: PackingLevel, options?: Abortable): Promise<Packing>;
  Problem: new (text: string, pieces?: string[]) => Problem;
}

export const ask: Functions['ask'];
export const solve: Functions['solve'];
export const count: Functions['count'];
export const check: Functions['check'];
export const candidates: Functions['candidates'];
export const hint: Functions['hint'];
export const explain: Functions['explain'];
export const steps: Functions['steps'];
export const rate: Functions['rate'];
export const diagnose: Functions['diagnose'];
export const whyNot: Functions['whyNot'];
export const generate: Functions['generate'];
export const parse: Functions['parse'];
export const write: Functions['write'];
export const packing: Functions['packing'];
export const Problem: Functions['Problem'];

/** A call that fails for a reason in its arguments, or at its time limit. */
export class Fault extends Error {}

/**
 * Sets the time limit of all calls that follow. By default it is one hour for `count`, one minute for `steps`, and ten
 * seconds for others.
 */
export function limitTime(seconds?: number): void;
