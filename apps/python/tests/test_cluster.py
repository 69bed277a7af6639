"""Tests of runs on executors whose workers join, leave and die, and of the journal from which a run is resumed."""

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import Executor, ThreadPoolExecutor

import pytest

import excover
from conftest import TESTDATA, text_of
from excover import cluster, instances
from excover.cluster import Progress, RunError, _covers, _journal, _progress, _run, processes, run
from excover.cluster._worker import Answer, Fault, run_batch

posix = pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")


@pytest.fixture(scope="module")
def threads():
    with ThreadPoolExecutor(2) as threads:
        yield threads


def problem_of(name):
    return excover.Problem.from_text(text_of(name))


def covers_of(name):
    """Return the output of `dlx solve --format ids`, as test_the_command_line_prints_the_same checks."""
    return "".join(" ".join(map(str, cover)) + "\n" for cover in problem_of(name).solutions())


def results_in(folder):
    """Return the number of results in the journal of a run."""
    path = folder / "journal"
    return path.read_bytes().count(b"\tR\t") if path.exists() else 0


@pytest.mark.parametrize("form", ["json", "always", "never"])
def test_progress_is_shown_as_the_command_line_does(form, capsys, monkeypatch):
    at = iter([0.0, 20.0, 20.1, 40.0])
    monkeypatch.setattr(_progress.time, "monotonic", lambda: next(at))
    show = _progress.shower(form)
    for done in (1, 2, 3):
        show(Progress(done, 4 - done, 1200 * done, 2, done / 4, 20.0, 150.0))
    lines = capsys.readouterr().err.splitlines()
    if form == "never":
        assert lines == []
    elif form == "always":
        assert lines[0] == "progress: 25.00 % 1,200 found, 1 of 4 tasks, about 2 minutes left" and len(lines) == 2
    else:
        assert [json.loads(line)["fraction"] for line in lines] == [0.25, 0.75]
        assert json.loads(lines[0])["seconds_left"] == 150.0


def test_counts_and_covers_are_those_of_one_process(threads, tmp_path):
    count = run(problem_of("queens8"), tmp_path / "a", threads, tasks=30)
    assert (count.total, count.covers, count.failed, count.deaths) == (92, 92, [], 0)
    assert count.checksum == excover.merge([problem_of("queens8").split(1)[0].run()]).checksum
    problem, output = problem_of("langford8"), tmp_path / "covers.txt"
    outcome = run(problem, tmp_path / "b", threads, want="covers", output=output, tasks=40)
    assert outcome.total == 300 and not outcome.failed
    assert output.read_text() == covers_of("langford8")
    assert outcome.checksum == excover.merge([problem.split(1, want="covers")[0].run()]).checksum
    assert list(cluster.covers(problem, tmp_path / "b")) == list(problem.solutions())


def test_one_cover_of_each_orbit_is_listed(threads, tmp_path):
    problem = instances.queens(8)
    assert run(problem, tmp_path / "a", threads, up_to_symmetry=True, tasks=9, limit=0.001).total == 12
    outcome = run(problem, tmp_path / "b", threads, want="covers", up_to_symmetry=True, tasks=9)
    assert outcome.total == 12
    found = list(cluster.representatives(problem, tmp_path / "b"))
    assert found == list(problem.symmetries().representatives())


def test_tasks_that_take_too_long_return_the_rest(threads, tmp_path):
    output = tmp_path / "covers.txt"
    problem = problem_of("langford11")
    outcome = run(problem, tmp_path / "a", threads, want="covers", output=output, tasks=3, limit=0.002)
    assert outcome.total == 35584 and outcome.resplit > 0
    assert output.read_text() == covers_of("langford11")


def test_covers_are_parquet_files_that_are_read_lazily(threads, tmp_path, monkeypatch):
    pytest.importorskip("pyarrow")
    polars, pandas = pytest.importorskip("polars"), pytest.importorskip("pandas")
    monkeypatch.setattr(_covers, "COVERS_OF_FILE", 100)
    run(problem_of("langford8"), tmp_path, threads, want="covers", tasks=20)
    files = sorted((tmp_path / "covers").glob("*.parquet"))
    assert len(files) >= 3
    expected = list(problem_of("langford8").solutions())
    assert polars.scan_parquet(tmp_path / "covers" / "*.parquet").collect()["cover"].to_list() == expected
    assert [list(cover) for cover in pandas.read_parquet(tmp_path / "covers")["cover"]] == expected
    named = excover.Problem(options={"one": "ab", "two": "c", "three": "a", "four": "bc"})
    run(named, tmp_path / "named", threads, want="covers", tasks=2)
    assert polars.read_parquet(tmp_path / "named/covers/*.parquet")["cover"].to_list() == list(named.solutions())
    orbits = instances.queens(6)
    run(orbits, tmp_path / "orbits", threads, want="covers", up_to_symmetry=True, tasks=3)
    assert polars.read_parquet(tmp_path / "orbits/covers/*.parquet")["orbit"].sum() == 4


def test_the_folder_of_a_run_can_be_a_url(threads, tmp_path, monkeypatch):
    fsspec = pytest.importorskip("fsspec", reason="fsspec is not installed")
    monkeypatch.setattr(_journal, "_BETWEEN_UPLOADS", 0.0)
    problem, url = problem_of("langford8"), "memory://runs/langford"
    done = []

    def stop(progress):
        done.append(progress.done)
        if progress.done > 10:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(problem, url, threads, want="covers", tasks=300, limit=0.01, show=stop)
    assert run(problem, url, threads, want="covers", show=lambda progress: done.append(progress.done)).total == 300
    files = fsspec.filesystem("memory").glob("/runs/langford/**/*")
    assert len([file for file in files if "journal-" in file]) > 2
    assert run(problem, url, threads, want="covers").total == 300
    assert list(cluster.covers(problem, url)) == list(problem.solutions())


# Workers that join, leave and die.


def slow(batch):
    """Run a batch with a pause before each task."""
    results = []
    for line, parts in zip(batch.lines, batch.parts):
        time.sleep(0.03)
        found = run_batch(batch._replace(lines=[line], parts=[parts]))
        if found.is_unknown:
            return found
        results.append(found.results[0]._replace(seconds=0.03))
    return Answer(False, results)


@posix
def test_workers_that_join_leave_and_are_killed_a_hundred_times_change_nothing(tmp_path):
    over, draw = threading.Event(), random.Random(5)
    killed, pools = [], []

    def pool():
        # Each time another number of workers.
        pools.append(processes(draw.randint(1, 3))())
        return pools[-1]

    def kill():
        while len(killed) < 100 and not over.wait(draw.uniform(0.03, 0.12)):
            pids = list(pools[-1]._processes or ()) if pools else []
            if pids:
                try:
                    os.kill(draw.choice(pids), signal.SIGKILL)
                except ProcessLookupError:
                    continue
                killed.append(1)

    def show(progress):
        workers.add(progress.workers)

    workers = set()
    killer = threading.Thread(target=kill)
    killer.start()
    output = tmp_path / "covers.txt"
    problem = problem_of("langford8")
    try:
        arguments = dict(want="covers", output=output, tasks=700, work=slow, show=show)
        outcome = run(problem, tmp_path / "run", pool, **arguments)
        while len(killed) < 100:
            # The run was over before: another one is killed too.
            outcome = run(problem, tmp_path / f"run{len(killed)}", pool, **arguments)
    finally:
        over.set()
        killer.join()
    assert len(killed) == 100 and outcome.deaths > 0 and len(workers) > 1
    assert not outcome.failed and outcome.total == 300
    assert output.read_text() == covers_of("langford8")


def kills_of_a_task(batch):
    """Run a batch, and die if it has the task 7."""
    if any('"id":"7"' in line for line in batch.lines):
        os.kill(os.getpid(), signal.SIGKILL)
    return run_batch(batch)


@posix
def test_a_task_that_kills_its_worker_is_reported_and_all_else_is_kept(threads, tmp_path):
    problem = problem_of("queens8")
    outcome = run(problem, tmp_path, processes(2), tasks=30, work=kills_of_a_task)
    assert [failed.id for failed in outcome.failed] == ["7"]
    assert "its worker died" in outcome.failed[0].why and outcome.deaths > 3
    assert outcome.total is None and results_in(tmp_path) == outcome.tasks - 1
    # The task no longer kills its workers, and the run is resumed.
    again = run(problem, tmp_path, threads)
    assert (again.total, again.covers, again.failed, again.tasks) == (92, 92, [], outcome.tasks)


@posix
def test_an_executor_that_is_broken_ends_the_run_with_one_message(tmp_path):
    with processes(1)() as pool, pytest.raises(RunError, match="the executor is broken"):
        run(problem_of("queens8"), tmp_path, pool, tasks=30, work=kills_of_a_task)
    assert run(problem_of("queens8"), tmp_path, processes(2)).total == 92


def test_the_same_error_on_several_tasks_stops_the_run_with_one_message(threads, tmp_path):
    sent = []

    def fails(batch):
        sent.append(len(batch.lines))
        raise ImportError("no module named excover")

    with pytest.raises(RunError, match="1 task failed with the same error: ImportError: no module named excover"):
        run(problem_of("queens8"), tmp_path, threads, tasks=30, work=fails)
    # The first task is tried twice, and nothing else is sent.
    assert sent == [1, 1]

    def fails_later(batch):
        if len(sent) > 3:
            return Answer(False, [Fault("OSError: no space left")] * len(batch.lines))
        sent.append(1)
        return run_batch(batch._replace(lines=batch.lines[:1]))

    with pytest.raises(RunError, match="3 tasks failed with the same error: OSError: no space left"):
        run(problem_of("queens8"), tmp_path, threads, work=fails_later)
    assert results_in(tmp_path) >= 1
    assert run(problem_of("queens8"), tmp_path, threads).total == 92


def test_a_task_that_fails_is_tried_again_and_then_reported(threads, tmp_path):
    def fails(batch):
        def one(line):
            return Fault("OSError: gone") if '"id":"7"' in line else found[line]

        found = dict(zip(batch.lines, run_batch(batch).results))
        return Answer(False, [one(line) for line in batch.lines])

    outcome = run(problem_of("queens8"), tmp_path, threads, tasks=30, work=fails)
    assert [(failed.id, failed.why) for failed in outcome.failed] == [("7", "OSError: gone")]
    assert outcome.total is None
    assert run(problem_of("queens8"), tmp_path, threads).total == 92


def test_a_problem_without_covers_has_none(threads, tmp_path):
    for number, problem in enumerate([excover.Problem("ab", options=["a"]), excover.Problem("ab", options=["a", "ab", "a"])]):
        total = problem.count()
        assert run(problem, tmp_path / f"{number}", threads, tasks=5).total == total
        assert excover.merge(map(excover.Task.run, problem.split(3, want="covers"))).count == total


class Counted(Executor):
    """An executor of which the number of workers changes, and which notes how much it has at hand."""

    def __init__(self):
        self.threads, self._max_workers, self.most = ThreadPoolExecutor(8), 1, 0
        self.running = 0

    def submit(self, function, *arguments):
        self.running += 1
        self.most = max(self.most, self.running)
        future = self.threads.submit(function, *arguments)
        future.add_done_callback(lambda _: setattr(self, "running", self.running - 1))
        return future


def test_workers_that_join_after_the_start_are_used(tmp_path):
    executor = Counted()

    def show(progress):
        executor._max_workers = 1 if progress.done < 20 else 6

    with executor.threads:
        assert run(problem_of("langford8"), tmp_path, executor, tasks=200, work=slow, show=show).total == 300
    assert executor.most > 6


def test_an_executor_without_workers_is_refused(threads, tmp_path):
    with pytest.raises(ValueError, match="workers: expected 1 or more, found 0"):
        run(problem_of("queens8"), tmp_path, threads, workers=0)
    with pytest.raises(ValueError, match="workers: expected 1 or more, found 0"):
        processes(0)
    executor = Counted()
    executor._max_workers = None
    with pytest.raises(ValueError, match="a Counted does not tell it"):
        run(problem_of("queens8"), tmp_path / "b", executor)
    with executor.threads:
        assert run(problem_of("queens8"), tmp_path / "c", executor, workers=2).total == 92
    for limit in (0, -1, float("nan")):
        with pytest.raises(ValueError, match="limit: expected"):
            run(problem_of("queens8"), tmp_path / "d", threads, limit=limit)


def test_workers_get_a_large_problem_when_they_do_not_know_it(threads, tmp_path, monkeypatch):
    from excover.cluster import _worker

    monkeypatch.setattr(_run, "SMALL", 0)
    _worker._known.clear()
    sent = []

    def work(batch):
        sent.append(batch.of)
        return run_batch(batch)

    assert run(problem_of("langford8"), tmp_path, threads, tasks=50, work=work).total == 300
    assert sent[0] is None and 1 <= sum(of is not None for of in sent) < len(sent)


def test_loky_replaces_workers_that_die(tmp_path):
    loky = pytest.importorskip("loky", reason="loky is not installed")
    killed = []

    def show(progress):
        if progress.done >= 5 * (len(killed) + 1) and len(killed) < 3:
            pids = list(loky.get_reusable_executor(2)._processes)
            if pids:
                os.kill(pids[0], signal.SIGKILL)
                killed.append(1)

    outcome = run(problem_of("langford8"), tmp_path, lambda: loky.get_reusable_executor(2), tasks=200, work=slow, show=show)
    assert outcome.total == 300 and killed and not outcome.failed


def test_dask_workers_join_and_die(tmp_path):
    distributed = pytest.importorskip("distributed", reason="dask is not installed")
    seen = []

    def work(batch):
        import time

        from excover.cluster._worker import run_batch

        time.sleep(0.1)
        return run_batch(batch._replace(lines=batch.lines[:3]))

    def show(progress):
        seen.append(progress.workers)
        if len(seen) == 3:
            local.scale(3)
        if progress.workers == 3 and 3 not in seen[:-1]:
            os.kill(next(iter(local.workers.values())).process.pid, signal.SIGKILL)

    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=True, dashboard_address=":0"
    ) as local, distributed.Client(local, set_as_default=False) as client:
        outcome = run(problem_of("langford8"), tmp_path, client.get_executor(), tasks=300, work=work, show=show)
    assert outcome.total == 300 and not outcome.failed
    assert seen[0] == 1 and max(seen) == 3


# The journal.


def command(folder, output, *more):
    file = str(TESTDATA / "exact-cover" / "langford11.dlx")
    return [
        sys.executable, "-m", "excover.cluster", file, "--run", str(folder), "--output", str(output),
        "--want", "covers", "--workers", "2", "--tasks", "3000", *more,
    ]  # fmt: skip


def test_a_client_that_is_killed_goes_on_when_it_is_started_again(tmp_path):
    folder, output = tmp_path / "run", tmp_path / "covers.txt"
    process = subprocess.Popen(command(folder, output), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    deadline = time.monotonic() + 120
    while results_in(folder) < 5:
        assert process.poll() is None and time.monotonic() < deadline
        time.sleep(0.01)
    process.kill()
    # The workers, which have the pipes, too, end with their client.
    process.communicate(timeout=60)
    kept = (folder / "journal").read_bytes()
    kept = kept[: kept.rindex(b"\n") + 1]
    last = max(kept.rfind(b"\tR\t"), kept.rfind(b"\tS\t"))
    kept = kept[: kept.index(b"\n", last) + 1]
    assert kept.count(b"\tR\t") >= 5 and not output.exists()
    again = subprocess.run(command(folder, output, "--quiet"), capture_output=True, text=True, timeout=300)
    assert again.returncode == 0, again.stderr
    assert again.stdout == "35584\n"
    assert output.read_text() == covers_of("langford11")
    assert (folder / "journal").read_bytes().startswith(kept)


def test_a_journal_that_ends_anywhere_is_resumed(threads, tmp_path):
    problem = problem_of("langford8")
    whole = tmp_path / "whole"
    total = run(problem, whole, threads, want="covers", tasks=20, limit=0.002)
    data = (whole / "journal").read_bytes()
    draw = random.Random(1)
    for number, end in enumerate([0, 1, 100, *(draw.randrange(len(data)) for _ in range(12))]):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "journal").write_bytes(data[:end])
        again = run(problem, folder, threads, want="covers")
        assert (again.total, again.checksum) == (total.total, total.checksum)


def test_a_journal_that_was_altered_is_computed_again_from_there(threads, tmp_path):
    problem = problem_of("langford8")
    total = run(problem, tmp_path, threads, want="covers", tasks=20)
    path = tmp_path / "journal"
    data = path.read_bytes()
    draw = random.Random(2)
    for _ in range(12):
        place = draw.randrange(data.index(b"\n") + 1, len(data) - 1)
        path.write_bytes(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])
        with pytest.warns(UserWarning, match="journal, line"):
            again = run(problem, tmp_path, threads, want="covers")
        assert (again.total, again.checksum) == (total.total, total.checksum)
    path.write_bytes(b"something else\n")
    with pytest.warns(UserWarning, match="expected a journal"):
        assert run(problem, tmp_path, threads, want="covers").total == 300


def test_a_folder_of_another_run_is_refused(threads, tmp_path):
    run(problem_of("queens8"), tmp_path, threads, tasks=3)
    with pytest.raises(ValueError, match="digest"):
        run(problem_of("langford8"), tmp_path, threads)
    with pytest.raises(ValueError, match="want"):
        run(problem_of("queens8"), tmp_path, threads, want="covers")
    with pytest.raises(ValueError, match="up_to_symmetry"):
        run(problem_of("queens8"), tmp_path, threads, up_to_symmetry=True)


@posix
def test_a_folder_that_another_run_uses_is_refused(threads, tmp_path):
    def show(progress):
        with pytest.raises(ValueError, match="no other process"):
            run(problem_of("queens8"), tmp_path, threads, tasks=3)

    run(problem_of("queens8"), tmp_path, threads, tasks=3, show=show)


def test_a_run_that_is_not_complete_has_no_covers(threads, tmp_path):
    def stop(progress):
        raise KeyboardInterrupt

    problem = problem_of("langford8")
    with pytest.raises(KeyboardInterrupt):
        run(problem, tmp_path, threads, want="covers", tasks=300, show=stop)
    with pytest.raises(ValueError, match="tasks left"):
        list(cluster.covers(problem, tmp_path))


# The command.


def test_the_command_prints_the_total_and_refuses_what_cannot_be(tmp_path, capsys):
    from excover.cluster.__main__ import main

    file = tmp_path / "queens8.dlx"
    file.write_text(text_of("queens8"))
    assert main([str(file), "--workers", "1", "--tasks", "5"]) == 0
    assert capsys.readouterr().out == "92\n"
    assert main([str(file), "--workers", "1", "--up-to-symmetry", "--run", str(tmp_path / "orbits")]) == 0
    assert capsys.readouterr().out == "12\n"
    for wrong in (["--workers", "0"], ["--workers", "2", "--scheduler", "tcp://host:1"], ["--tasks", "-1"]):
        with pytest.raises(SystemExit) as error:
            main([str(file), *wrong])
        assert error.value.code == 2
    assert "expected 1 or more, found" in capsys.readouterr().err
    assert main([str(tmp_path / "nothing.dlx")]) == 3
    assert main([str(file), "--want", "covers", "--workers", "1"]) == 3
    assert "expected a run with the want covers, found count" in capsys.readouterr().err


def test_the_command_line_prints_the_same(tmp_path):
    binary = os.environ.get("DLX")
    if binary is None:
        pytest.skip("DLX does not name the command line")
    file = str(TESTDATA / "exact-cover" / "langford8.dlx")
    solved = subprocess.run([binary, "solve", "--format", "ids", file], capture_output=True, text=True, check=True)
    assert solved.stdout == covers_of("langford8")
