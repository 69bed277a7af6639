"""Tests of runs on a local Dask cluster whose workers and client are killed."""

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time

import pytest

pytest.importorskip("distributed")

import dask
from distributed import Client

import excover
from conftest import TESTDATA, text_of
from excover.dask import Progress, _progress, local_cluster, run
from excover.dask._folder import RunFolder
from excover.dask._worker import run_batch


@pytest.fixture(scope="module")
def cluster():
    with local_cluster(3) as cluster:
        yield cluster


@pytest.fixture
def client(cluster):
    with Client(cluster, set_as_default=False) as client:
        client.wait_for_workers(3, timeout=60)
        yield client


def problem_of(name):
    return excover.Problem.from_text(text_of(name))


def covers_of(name):
    """Return the output of `dlx solve --format ids`, as test_the_command_line_prints_the_same checks."""
    covers = excover.Problem.from_text(text_of(name)).solutions()
    return "".join(" ".join(map(str, cover)) + "\n" for cover in covers)


def test_a_local_cluster_changes_no_settings_of_other_clusters(cluster):
    # Imported first, as the defaults of a package are settings, too.
    before = dask.config.config.copy()
    with local_cluster(1):
        assert dask.config.config == before


@pytest.mark.parametrize("form", ["json", "always", "never"])
def test_progress_is_shown_as_the_command_line_does(form, capsys, monkeypatch):
    at = iter([0.0, 20.0, 20.1, 40.0])
    monkeypatch.setattr(_progress.time, "monotonic", lambda: next(at))
    show = _progress.shower(form)
    for done in (1, 2, 3):
        show(Progress(done, 4 - done, 1200 * done, done / 4, 20.0, 150.0))
    lines = capsys.readouterr().err.splitlines()
    if form == "never":
        assert lines == []
    elif form == "always":
        assert lines[0] == "progress: 25.00 % 1,200 found, 1 of 4 tasks, about 2 minutes left" and len(lines) == 2
    else:
        assert [json.loads(line)["fraction"] for line in lines] == [0.25, 0.75]
        assert json.loads(lines[0])["seconds_left"] == 150.0


def test_counts_and_covers_are_those_of_one_process(client, tmp_path):
    assert run(problem_of("queens8"), tmp_path / "a", client, tasks=30).total == 92
    output = tmp_path / "covers.txt"
    outcome = run(problem_of("langford8"), tmp_path / "b", client, want="covers", output=output, tasks=40)
    assert outcome.total == 300 and not outcome.failed
    assert output.read_text() == covers_of("langford8")


def slow_batch(pause):
    """Run a batch with a total delay. Sent by value, so that workers need not import this file."""

    def work(folder, digest, want, batch, limit, parts):
        import time

        from excover.dask._worker import run_batch

        time.sleep(pause * len(batch))
        return run_batch(folder, digest, want, batch, limit, parts)

    return work


def test_workers_that_are_killed_at_random_change_nothing(client, cluster, tmp_path):
    over = threading.Event()
    killed = []
    draw = random.Random(5)

    def kill():
        while not over.wait(draw.uniform(0.3, 1.2)):
            processes = [nanny.process for nanny in cluster.workers.values() if nanny.process is not None]
            pids = [process.pid for process in processes if process.pid is not None]
            if pids:
                os.kill(draw.choice(pids), signal.SIGKILL)
                killed.append(1)

    killer = threading.Thread(target=kill)
    killer.start()
    output = tmp_path / "covers.txt"
    try:
        outcome = run(
            problem_of("langford8"),
            tmp_path / "run",
            client,
            want="covers",
            output=output,
            tasks=60,
            batch=3,
            work=slow_batch(0.1),
            show=lambda progress: over.set() if len(killed) >= 6 else None,
        )
    finally:
        over.set()
        killer.join()
    assert killed
    assert not outcome.failed and outcome.total == 300
    assert output.read_text() == covers_of("langford8")


def test_tasks_that_take_too_long_are_split(client, tmp_path):
    outcome = run(problem_of("langford11"), tmp_path, client, want="covers", tasks=3, limit=0.002, parts=4)
    assert outcome.total == 35584
    assert outcome.resplit > 0
    assert (tmp_path / "covers.txt").read_text() == covers_of("langford11")


def test_a_task_that_kills_its_worker_is_reported_and_all_else_is_kept(client, tmp_path):
    def work(folder, digest, want, batch, limit, parts):
        import os
        import signal

        from excover.dask._worker import run_batch

        if any(task.id == "7" for task in batch):
            os.kill(os.getpid(), signal.SIGKILL)
        return run_batch(folder, digest, want, batch, limit, parts)

    problem = problem_of("queens8")
    outcome = run(problem, tmp_path, client, tasks=30, batch=4, work=work)
    assert [failed.id for failed in outcome.failed] == ["7"]
    assert "its worker died" in outcome.failed[0].why
    assert outcome.total is None
    assert len(list((tmp_path / "results").glob("*.count"))) == outcome.tasks - 1
    # The tasks no longer kill their workers, and the run is resumed.
    again = run(problem, tmp_path, client)
    assert again.total == 92 and not again.failed
    assert again.covers == 92


def test_a_folder_of_another_run_is_refused(client, tmp_path):
    run(problem_of("queens8"), tmp_path, client, tasks=3)
    with pytest.raises(ValueError, match="digest"):
        run(problem_of("langford8"), tmp_path, client)
    with pytest.raises(ValueError, match="want"):
        run(problem_of("queens8"), tmp_path, client, want="covers")


def test_a_whole_result_of_a_split_task_does_not_count(tmp_path):
    core = problem_of("queens8")._core
    from excover import _excover

    folder = RunFolder(tmp_path, "count")
    assert folder.begin(core) is None
    tasks = folder.keep(_excover.split_problem(core, 4, 8, 0, None))
    run_batch(str(tmp_path), core.digest(), "count", tasks, None, 4)
    lines = _excover.resplit_task(core, tasks[1].line, 3, 8, 0)
    _excover.write_file(folder.parts_file("1"), "".join(line + "\n" for line in lines))
    standing = folder.standing(core, tasks)
    assert [task.id for task in standing.left] == [f"1.{part}" for part in range(len(lines))]
    run_batch(str(tmp_path), core.digest(), "count", standing.left, None, 4)
    assert _excover.merge_count(core, folder.results) == 92


def command(folder, output, *more):
    file = str(TESTDATA / "exact-cover" / "langford11.dlx")
    return [
        sys.executable, "-m", "excover.dask", file, "--run", str(folder), "--output", str(output),
        "--want", "covers", "--workers", "2", "--tasks", "100", "--batch", "1", *more,
    ]  # fmt: skip


def test_a_client_that_is_killed_goes_on_when_it_is_started_again(tmp_path):
    folder, output = tmp_path / "run", tmp_path / "covers.txt"
    process = subprocess.Popen(command(folder, output), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    deadline = time.monotonic() + 120
    while len(list(folder.glob("results/*.covers"))) < 5:
        assert process.poll() is None and time.monotonic() < deadline
        time.sleep(0.01)
    process.kill()
    process.communicate()
    done = {file.name: file.stat().st_mtime_ns for file in folder.glob("results/*.covers")}
    assert done and not output.exists()
    again = subprocess.run(command(folder, output, "--quiet"), capture_output=True, text=True, timeout=300)
    assert again.returncode == 0, again.stderr
    assert again.stdout == "35584\n"
    assert output.read_text() == covers_of("langford11")
    kept = {name: (folder / "results" / name).stat().st_mtime_ns for name in done}
    assert kept == done


def test_the_command_line_prints_the_same(tmp_path):
    binary = os.environ.get("DLX")
    if binary is None:
        pytest.skip("DLX does not name the command line")
    file = str(TESTDATA / "exact-cover" / "langford8.dlx")
    solved = subprocess.run([binary, "solve", "--format", "ids", file], capture_output=True, text=True, check=True)
    assert solved.stdout == covers_of("langford8")


@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
def test_files_of_a_run_are_complete_and_have_the_permissions_of_the_umask(tmp_path):
    from excover import _excover

    file = tmp_path / "folder" / "file"
    umask = os.umask(0o022)
    try:
        _excover.write_file(file, "one\n")
    finally:
        os.umask(umask)
    assert file.stat().st_mode & 0o777 == 0o644
    file.chmod(0o600)
    _excover.write_file(file, "two\n")
    assert (file.read_text(), file.stat().st_mode & 0o777) == ("two\n", 0o600)
    assert [path.name for path in file.parent.iterdir()] == ["file"]
    with pytest.raises(OSError, match="cannot create"):
        _excover.write_file(tmp_path, "three\n")


def test_a_result_that_was_edited_is_refused(tmp_path):
    from excover import _excover

    core = problem_of("queens8")._core
    for line in _excover.split_problem(core, 4, 8, 0, None):
        _excover.run_task(core, line, tmp_path, "count", None)
    assert _excover.merge_count(core, tmp_path) == 92
    result = tmp_path / "1.count"
    result.write_text(result.read_text().replace('"count":"', '"count":"1'))
    with pytest.raises(ValueError, match="altered"):
        _excover.merge_count(core, tmp_path)


def test_damaged_files_of_a_run_count_as_absent_and_are_named(client, tmp_path):
    problem = problem_of("queens8")
    for want, total in (("count", 92), ("covers", 92)):
        folder = tmp_path / want
        assert run(problem, folder, client, want=want, tasks=20).total == total
        result, tasks = folder / "results" / f"3.{want}", folder / "tasks.jsonl"
        whole = result.read_bytes()
        for path, damage in [
            (result, whole[: len(whole) // 2]),
            (result, b""),
            (result, b'{"schema": 2, "id": "3'),
            (tasks, tasks.read_bytes()[:200]),
            (folder / "run.json", b'{"schema'),
        ]:
            path.write_bytes(damage)
            with pytest.warns(UserWarning, match=path.name):
                assert run(problem, folder, client, want=want, tasks=20).total == total
            assert result.read_bytes() == whole


def test_damaged_parts_of_a_task_run_again_as_the_task(client, tmp_path):
    problem = problem_of("langford8")
    folder = RunFolder(tmp_path, "count")
    core = problem._core
    assert folder.begin(core) is None
    tasks = folder.keep(excover._excover.split_problem(core, 4, 32, 0, None))
    parts = excover._excover.resplit_task(core, tasks[1].line, 3, 32, 0)
    excover._excover.write_file(folder.parts_file(tasks[1].id), "".join(part + "\n" for part in parts))
    assert run(problem, tmp_path, client).total == 300
    folder.parts_file(tasks[1].id).write_text('{"schema": 2, "id": "1.0')
    with pytest.warns(UserWarning, match="1.jsonl"):
        assert run(problem, tmp_path, client).total == 300
