"""Pages of the runs, as a browser asks for them: what they tell, what changes, and who may not ask."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from pathlib import Path

import httpx2
import pytest
from starlette.testclient import TestClient

import experiments
from experiments.commands.runs import list_runs
from experiments.web import guard
from experiments.web.app import make_app
from experiments.web.known_runs import WAITING, KnownRuns

PROJECT = Path(__file__).parents[1]
GAME = "shards_of_infinity"
ADDRESS = "127.0.0.1:8421"
NAME = "night"
HTML = "<script>alert(1)</script>"


def new_client(results, address=ADDRESS, token="", **about):
    return TestClient(make_app(results, address, token), base_url=f"http://{address}", **about)


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    """A folder with a run of two variants, one of which is called something that is HTML."""
    folder = tmp_path_factory.mktemp("results")
    variants = {"by the rules": {}, HTML: {"table": {"starting_mastery": [0, 2]}}}
    experiments.compare(
        GAME, ["random", "random"], variants, entrant="first", games=40, results=folder, name=NAME, workers=1
    )
    return folder


@pytest.fixture(scope="module")
def client(results):
    return new_client(results)


@pytest.fixture(scope="module")
def run(results):
    """The name of the run."""
    (found,) = list_runs(results)
    return found.run


def form_token(client):
    return re.search(r'data-form-token="([^"]+)"', client.get("/").text)[1]


# --- what is told -----------------------------------------------------------------------------------------------------


def test_the_index_lists_what_status_lists(client, results, run):
    client.app.app.state.runs.refresh()
    page = client.get("/").text
    (told,) = list_runs(results)
    assert f'href="/runs/{run}"' in page
    assert told.game in page
    assert "80/80 games, 40 of each variant" in page
    assert f'href="/runs/{run}/report"' in page


def test_a_run_is_told_with_its_table(client, run):
    page = client.get(f"/runs/{run}").text
    table = re.search(r'<table id="answer".*?</table>', page, re.DOTALL)[0]
    assert table.count("<tr>") == 3
    assert re.search(r"\d+ % \(\d+ to \d+\)", table)


def test_a_report_is_the_file_that_the_run_wrote(client, results, run):
    """But for the parts of its pictures, which lead to the games that they are about."""
    served, file = client.get(f"/runs/{run}/report").text, (results / run / "report.html").read_text(encoding="utf-8")
    assert served.replace('href="games?', 'role="img" data-games="games?') == file
    assert not re.search(r'class="spot[^>]* href', file), "a file leads nowhere"
    links = set(re.findall(r'class="spot[^>]* href="([^"]+)"', served))
    assert len(links) == 2
    for link in links:
        found = client.get(f"/runs/{run}/{unescape(link)}")
        assert found.status_code == 200
        assert ">game " in found.text


def test_names_stay_text(client, run):
    for path in ("/", f"/runs/{run}", f"/runs/{run}/report"):
        page = client.get(path).text
        assert HTML not in page
        assert path == "/" or "&lt;script&gt;alert(1)" in page


@pytest.mark.parametrize("path", ["/runs/nosuch", "/runs/nosuch/report", "/nosuch", "/runs/nosuch/live"])
def test_what_is_not_there_is_told_in_a_sentence(client, path):
    found = client.get(path)
    assert found.status_code == 404
    (told,) = re.findall(r'<p class="note">(.*)</p>', found.text)
    assert "nosuch" in told


def test_a_damaged_run_is_told_with_its_reason(results, run, tmp_path):
    shutil.copytree(results / run, tmp_path / run)
    (tmp_path / run / "plan.toml").write_text("no plan", encoding="utf-8")
    found = new_client(tmp_path).get(f"/runs/{run}")
    assert found.status_code == 200
    assert "was changed after the run wrote it" in found.text


# --- what changes -----------------------------------------------------------------------------------------------------


def test_a_run_is_read_again_only_when_its_files_have_changed(results, run, tmp_path):
    shutil.copytree(results, tmp_path / "results")
    known = KnownRuns(tmp_path / "results")
    assert [entry.status.status for entry in known.listed()] == [WAITING]
    assert [entry.status.done for entry in known.listed()] == [40]
    known.refresh()
    (entry,) = known.listed()
    assert (entry.status.status, entry.version) == ("done", 1)
    known.refresh()
    assert known.since(1) == (1, [])
    manifest = tmp_path / "results" / run / "manifest.json"
    manifest.write_text(manifest.read_text(encoding="utf-8").replace('"done"', '"stopped"'), encoding="utf-8")
    known.refresh()
    assert [entry.status.status for entry in known.since(1)[1]] == ["stopped"]
    shutil.rmtree(tmp_path / "results" / run)
    known.refresh()
    assert known.listed() == []


class Server:
    """A server in a process of its own."""

    def __init__(self, results, *options):
        command = [sys.executable, "-m", "experiments", "serve", str(results), "--port", "0", "--json", *options]
        usual = {key: value for key, value in os.environ.items() if key != "PYTHONUNBUFFERED"}
        self.process = subprocess.Popen(
            command, cwd=PROJECT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
            env=usual,
        )  # fmt: skip
        told = self.process.stdout.readline()
        assert told, self.process.stderr.read()
        self.url = json.loads(told)["address"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate()

    def end(self, how=signal.SIGINT):
        """Its exit status, and what it told, when it is asked to end."""
        os.kill(self.process.pid, how)
        out, err = self.process.communicate(timeout=20)
        return self.process.returncode, out + err


@pytest.fixture(scope="module")
def server(results):
    with Server(results) as found:
        yield found


def first_events(url, count, most=20):
    """The first events of a stream, as facts."""
    found, began = [], time.monotonic()
    with httpx2.stream("GET", url, timeout=most) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        for line in answer.iter_lines():
            if line.startswith("data: "):
                found.append(json.loads(line.removeprefix("data: ")))
            if len(found) == count or time.monotonic() - began > most:
                return found
    return found


def test_figures_come_as_events_as_the_run_goes_on(results, run, tmp_path):
    shutil.copytree(results, tmp_path / "results")
    manifest = tmp_path / "results" / run / "manifest.json"
    with Server(tmp_path / "results") as here:
        (first,) = first_events(f"{here.url}live", 1)
        assert first["runs"] == [run]
        assert "80/80 games" in first["rows"][run]
        with ThreadPoolExecutor() as pool:
            coming = pool.submit(first_events, f"{here.url}runs/{run}/live", 2)
            time.sleep(2)
            facts = json.loads(manifest.read_text(encoding="utf-8"))
            manifest.write_text(json.dumps({**facts, "status": "stopped"}), encoding="utf-8")
            before, after = coming.result()
    assert (before["run"]["status"], after["run"]["status"]) == ("done", "stopped")
    assert "<table" in after["answer"]


def test_it_prints_its_address_and_ends_with_ctrl_c(results, tmp_path):
    with Server(results) as here:
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", here.url)
        assert httpx2.get(here.url).status_code == 200
        with ThreadPoolExecutor() as pool:
            coming = pool.submit(first_events, f"{here.url}live", 1)
            coming.result()
            code, told = here.end()
    assert code == 0
    assert "Traceback" not in told


def test_a_port_that_is_taken_is_told(server):
    port = server.url.rstrip("/").rpartition(":")[2]
    command = [sys.executable, "-m", "experiments", "serve", "--port", port]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert f"port {port}: " in done.stderr
    assert "--port names another one" in done.stderr


# --- who may not ask --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8421", "127.0.0.1", "127.0.0.1:80", "localhost.evil:8421", ""]
)
def test_another_name_of_the_server_is_refused(client, host):
    assert client.get("/", headers={"host": host}).status_code == 421


@pytest.mark.parametrize("host", ["127.0.0.1:8421", "localhost:8421", "[::1]:8421"])
def test_its_own_names_are_known(client, host):
    assert client.get("/", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://["},
        {"origin": "http://127.0.0.1:8422"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site", "sec-fetch-mode": "no-cors"},
    ],
)
def test_what_another_page_asks_is_refused(client, headers):
    assert client.get("/", headers=headers).status_code == 403
    assert client.post("/", headers=headers).status_code == 403


def test_a_link_from_another_page_may_be_followed(client):
    assert client.get("/", headers={"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}).status_code == 200


@pytest.mark.parametrize("given", ["", "wrong"])
def test_a_forged_post_is_refused(client, given):
    assert client.post("/", headers={guard.FORM_TOKEN: given}).status_code == 403
    assert client.post("/", data={guard.TOKEN_FIELD: given}).status_code == 403


def test_a_post_of_a_page_comes_through(client):
    known = form_token(client)
    assert client.post("/", headers={guard.FORM_TOKEN: known}).status_code == 405, "nothing is posted there"
    assert client.post("/", data={guard.TOKEN_FIELD: known}).status_code == 405
    assert client.post("/", content=f"{guard.TOKEN_FIELD}={known}").status_code == 403, "this is no form"


CLIMBING = ["%2e%2e", "..%2f..%2fetc", "%2e%2e%2fpasswd", ".", "%2fetc%2fpasswd", "a%00b", "..\\..", "~"]


@pytest.mark.parametrize("name", CLIMBING)
def test_no_path_leads_out_of_the_results(results, tmp_path, name):
    """Beside the results lies a run, and in them a link to it."""
    inner = tmp_path / "inner"
    shutil.copytree(results, inner)
    (run,) = (path.name for path in results.iterdir() if path.is_dir())
    shutil.move(inner / run, tmp_path / run)
    outside = new_client(inner)
    for rest in ("", "/report", "/live"):
        found = outside.get(f"/runs/{name}{rest}")
        assert found.status_code == 404
        assert "manifest" not in found.text
    assert outside.get(f"/runs/..%2f{run}/report").status_code == 404


def test_a_report_that_is_a_link_to_elsewhere_is_not_shown(results, run, tmp_path):
    shutil.copytree(results, tmp_path / "results")
    report = tmp_path / "results" / run / "report.html"
    report.unlink()
    (tmp_path / "secret").write_text("secret", encoding="utf-8")
    report.symlink_to(tmp_path / "secret")
    found = new_client(tmp_path / "results").get(f"/runs/{run}/report")
    assert (found.status_code, "secret" in found.text) == (404, False)


def test_a_body_of_ten_megabytes_is_refused(client):
    known = {guard.FORM_TOKEN: form_token(client)}
    assert client.post("/", headers=known, content=b"x" * 10_000_000).status_code == 413

    def pieces():
        for _ in range(10_000):
            yield b"x" * 1_000

    assert client.post("/", headers=known, content=pieces()).status_code == 413


@pytest.mark.drawn(of="scale")
def test_two_hundred_requests_at_once_are_answered(server, run):
    def asked(number):
        return httpx2.get(f"{server.url}{('', f'runs/{run}')[number % 2]}", timeout=60).status_code

    with ThreadPoolExecutor(200) as pool:
        assert set(pool.map(asked, range(200))) == {200}


def test_others_need_the_token(results):
    known = new_client(results, "192.0.2.1:8421", "the-token")
    assert known.get("/").status_code == 401
    assert known.get("/?token=wrong").status_code == 401
    assert known.get("/", headers={"cookie": f"{guard.COOKIE}=wrong"}).status_code == 401
    assert known.post("/?token=the-token").status_code == 401
    assert known.get("/", headers={"host": "localhost:8421"}).status_code == 421
    entered = known.get("/?token=the-token", follow_redirects=False)
    assert entered.status_code == 303
    assert "httponly" in entered.headers["set-cookie"].lower()
    assert "samesite=strict" in entered.headers["set-cookie"].lower()
    assert known.get("/").status_code == 200


def test_an_address_for_others_is_printed_with_its_token(results):
    with Server(results, "--host", "0.0.0.0") as here:
        assert re.fullmatch(r"http://0\.0\.0\.0:\d+/\?token=[\w-]{32,}", here.url)
        port = here.url.partition("?")[0].rpartition(":")[2]
        assert httpx2.get(f"http://127.0.0.1:{port}").status_code == 401
        assert httpx2.get(f"http://localhost:{port}").status_code == 421


def test_pages_may_run_their_own_scripts_alone(client, run):
    """Each script of a page is one that its policy names by its hash; nothing else may be loaded or framed."""
    for path in ("/", f"/runs/{run}", f"/runs/{run}/report"):
        found = client.get(path)
        policy = found.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in re.search("script-src([^;]*)", policy)[1]
        for script in re.findall(r"<script>(.*?)</script>", found.text, re.DOTALL):
            assert guard.script_hashes([script]) in policy
