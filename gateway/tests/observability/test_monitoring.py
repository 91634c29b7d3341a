"""The rules and the board for Prometheus and Grafana, against a running service and checked with promtool."""

import json
import re
import subprocess
from pathlib import Path

import httpx

from fixtures import prometheus_rules
from fixtures.processes import find_program, free_port
from fixtures.servers import Redis
from gateway.tests.conftest import ServiceFactory, WorldFactory
from gateway.tests.support.account_app import site
from gateway.tests.support.paths import DEPLOY
from gateway.tests.support.wait_until import until

RULES = DEPLOY / "rules.yml"
METRIC = re.compile(r"\b(?:fishi|process)_\w+")
LINE = re.compile(r'(?P<name>\w+)(\{(?P<labels>(\w+="[\w.:/ +{}-]*",?)*)\})? [\d.e+-]+')
EXPECTED_SERIES = (
    'fishi_http_requests_total{route="getPvPRankings",status="200"} 3',
    'fishi_http_requests_total{route="getPvPRankings",status="304"} 1',
    'fishi_http_requests_total{route="getPvPRankings",status="400"} 1',
    'fishi_http_request_duration_seconds_count{route="getPvPRankings"} 5',
    'fishi_http_requests_total{route="login",status="401"} 1',
    'fishi_http_requests_total{route="page",status="200"} 1',
    'fishi_http_requests_total{route="none",status="404"} 2',
    'fishi_statements_total{role="auth",query="stats.accounts",outcome="ok"} 1',
    'fishi_connection_wait_seconds_count{pool="auth"}',
    'fishi_connections_refused_total{pool="game",reason="queue_full"} 0',
    'fishi_snapshots_total{outcome="taken"}',
    'fishi_job_runs_total{job="count",outcome="done"} ',
    'fishi_deliveries{status="stuck"} 0',
    'fishi_deliveries{status="unconfirmed"} 0',
    "fishi_ready 1",
    "process_start_time_seconds ",
)


def board_expressions() -> list[str]:
    board = json.loads((DEPLOY / "grafana.json").read_text(encoding="utf-8"))
    targets = [target for panel in board["panels"] for target in panel["targets"]]
    return [target["expr"].replace("$__rate_interval", "5m") for target in targets]


def promtool(*arguments: str, stdin: str = "") -> None:
    """Raises ServerError that names promtool if it is missing; Debian's package is `prometheus`."""
    command = [find_program("promtool"), *arguments]
    process = subprocess.run(command, input=stdin, capture_output=True, text=True, check=False)
    assert (process.returncode, process.stderr) == (0, ""), process.stdout + process.stderr


async def test_service_exports_each_metric_of_rules_and_board_without_visitor_input(
    world: WorldFactory, service: ServiceFactory, redis_server: Redis
) -> None:
    port = free_port()
    env = {
        "GATEWAY_SERVER_METRICS_PORT": str(port),
        "GATEWAY_SERVER_PUBLIC_URL": "http://127.0.0.1:8000",
        "GATEWAY_REDIS_URL": redis_server.url,
        "GATEWAY_REDIS_PREFIX": "test-metrics",
        "GATEWAY_PAYMENTS_PROVIDER": "fake",
        "GATEWAY_PAYMENTS_API_URL": f"http://127.0.0.1:{free_port()}",
        "GATEWAY_PAYMENTS_ACCESS_TOKEN": "token",
        "GATEWAY_PAYMENTS_COLLECTOR_ID": "1",
        "GATEWAY_PAYMENTS_WEBHOOK_SECRET": "secret",
        "GATEWAY_ALERTS_ENABLED": "true",
    }
    metric_names = set(METRIC.findall(RULES.read_text(encoding="utf-8") + " ".join(board_expressions())))
    text = ""
    await site(world(), "REPLACE INTO job_positions VALUES ('backup', 1)")
    with service(world(), env) as running:
        async with httpx.AsyncClient(base_url=running.url) as http:
            first = await http.get("/api/rankings/pvp")
            await http.get("/api/rankings/pvp")
            await http.get("/api/rankings/pvp", headers={"If-None-Match": first.headers["etag"]})
            await http.get("/api/rankings/pvp", params={"search_name": "stranger"})
            await http.get("/api/rankings/pvp", params={"stranger": "1"})
            await http.post("/api/auth/login", json={"username": "stranger", "password": "stranger"})
            await http.post("/api/donations/webhook", json={})
            for path in ("/api/stranger", "/api/server/stats", "/", "/stranger.png"):
                await http.get(path)

            def missing() -> list[str]:
                absent = [name for name in metric_names if not re.search(rf"^{name}[{{ ]", text, re.MULTILINE)]
                return [*absent, *(series for series in EXPECTED_SERIES if f"\n{series}" not in text)]

            async def complete() -> bool:
                nonlocal text
                text = (await http.get(f"http://127.0.0.1:{port}/metrics")).text
                return not missing()

            try:
                await until(complete)
            except TimeoutError:
                raise AssertionError(f"{missing()} in\n{text}") from None
    assert "stranger" not in text
    assert [line for line in text.splitlines() if not line.startswith("#") and not LINE.fullmatch(line)] == []
    promtool("check", "metrics", stdin=text)


def test_rules_have_the_thresholds_of_the_signals() -> None:
    text = RULES.read_text(encoding="utf-8")
    assert prometheus_rules.set_thresholds(text) == text
    assert prometheus_rules.set_thresholds(text.replace(">= 300", "> 200")) == text
    assert prometheus_rules.INHIBITIONS_FILE.read_text(encoding="utf-8") == prometheus_rules.inhibitions()


def test_rules_and_board_have_valid_expressions(tmp_path: Path) -> None:
    promtool("check", "rules", str(RULES))
    records = [{"record": f"panel:{number}", "expr": text} for number, text in enumerate(board_expressions())]
    panels = tmp_path / "panels.yml"
    panels.write_text(json.dumps({"groups": [{"name": "board", "rules": records}]}))
    promtool("check", "rules", str(panels))


HEALTHY = {
    'up{job="fishi",instance="a"}': "1+0x60",
    'fishi_ready{instance="a"}': "1+0x60",
    'fishi_http_requests_total{status="200"}': "0+1000x60",
    'fishi_client_addresses_total{state="known"}': "0+1000x60",
    'fishi_client_addresses_total{state="unreadable"}': "0+600x60",
    'fishi_connections_refused_total{pool="site",reason="queue_full"}': "0+30x60",
    'fishi_connections_refused_total{pool="site",reason="unavailable"}': "5+0x60",
    'fishi_statements_total{role="game",query="q",outcome="ok"}': "0+1000x60",
    'fishi_statements_total{role="site",query="q",outcome="duplicate_key"}': "0+9x60",
    "fishi_snapshot_age_seconds": "299+0x60",
    "fishi_ledger_broken_rules": "0+0x60",
    "fishi_ledger_checked_timestamp_seconds": "0+0x60",
    "fishi_backup_timestamp_seconds": "0+0x60",
    'fishi_payments_mismatched{provider="stripe"}': "0+0x60",
    'fishi_webhook_backlog{provider="stripe"}': "0+0x60",
    'fishi_deliveries{status="stuck"}': "0+0x60",
    'fishi_deliveries{status="unconfirmed"}': "0+0x60",
    'fishi_job_last_success_timestamp_seconds{job="count"}': "0+60x60",
    'fishi_provider_request_duration_seconds_count{provider="stripe",outcome="ok"}': "0+2x60",
    'fishi_provider_request_duration_seconds_count{provider="stripe",outcome="timeout"}': "0+1x60",
    'fishi_webhooks_total{provider="stripe",verdict="stored"}': "0+2x60",
    'fishi_webhooks_total{provider="stripe",verdict="forged"}': "0+1x60",
    'fishi_signal_value{signal="certificate"}': "66+0x60",
    'fishi_signal_value{signal="disk"}': "94+0x60",
    'fishi_signal_value{signal="memory"}': "89+0x60",
    'fishi_signal_value{signal="mail_waiting"}': "0+0x60",
    'fishi_signal_value{signal="deliveries_waiting"}': "599+0x60",
    'fishi_signal_value{signal="planned_work"}': "0+0x60",
}
BROKEN_SERIES = {
    "": {},
    "FishiNotReady": {'fishi_ready{instance="a"}': "0+0x60"},
    "FishiDatabaseDown": {'fishi_connections_refused_total{pool="site",reason="unavailable"}': "0+30x60"},
    "FishiNoLeader": {'fishi_job_last_success_timestamp_seconds{job="count"}': "0+60x45 2700+0x5"},
    "FishiPlannedWork": {'fishi_signal_value{signal="planned_work"}': "1+0x60"},
    "FishiServerErrors": {'fishi_http_requests_total{status="503"}': "0+60x60"},
    "FishiVisitorsShareAddress": {'fishi_client_addresses_total{state="second_proxy"}': "0+9000x60"},
    "FishiPrivilegesMissing": {'fishi_statements_total{role="game",query="q",outcome="rights"}': "0+1x60"},
    "FishiStatementsFail": {'fishi_statements_total{role="game",query="q",outcome="lock"}': "0+90x60"},
    "FishiSnapshotOld": {"fishi_snapshot_age_seconds": "300+0x60"},
    "FishiLedgerViolated": {"fishi_ledger_broken_rules": "1+0x60"},
    "FishiLedgerUnchecked": {"fishi_ledger_checked_timestamp_seconds": "-200000+0x60"},
    "FishiBackupOld": {"fishi_backup_timestamp_seconds": "-100000+0x60"},
    "FishiProviderFailing": {
        'fishi_provider_request_duration_seconds_count{provider="stripe",outcome="timeout"}': "0+3x60"
    },
    "FishiWebhooksRefused": {'fishi_webhooks_total{provider="stripe",verdict="forged"}': "0+4x60"},
    "FishiPaymentsMismatched": {'fishi_payments_mismatched{provider="stripe"}': "1+0x60"},
    "FishiWebhookBacklog": {'fishi_webhook_backlog{provider="stripe"}': "1+0x60"},
    "FishiDeliveriesStuck": {'fishi_deliveries{status="stuck"}': "1+0x60"},
    "FishiDeliveriesUnconfirmed": {'fishi_deliveries{status="unconfirmed"}': "1+0x60"},
    "FishiDeliveriesWaiting": {'fishi_signal_value{signal="deliveries_waiting"}': "600+0x60"},
    "FishiMailWaiting": {'fishi_signal_value{signal="mail_waiting"}': "1+0x60"},
    "FishiCertificateEnds": {'fishi_signal_value{signal="certificate"}': "90+0x60"},
    "FishiDiskFull": {'fishi_signal_value{signal="disk"}': "95+0x60"},
    "FishiMemoryLow": {'fishi_signal_value{signal="memory"}': "90+0x60"},
}


def test_each_rule_fires_alone_and_none_for_a_healthy_site(tmp_path: Path) -> None:
    """One series is broken for an hour in each case."""
    assert re.findall(r"alert: (\w+)", RULES.read_text(encoding="utf-8")) == [alert for alert in BROKEN_SERIES if alert]
    tests: list[object] = []
    for alert, broken_series in BROKEN_SERIES.items():
        series = [{"series": name, "values": values} for name, values in {**HEALTHY, **broken_series}.items()]
        expected_alerts = [{"labels": f'{{alertname="{alert}"}}', "value": 1}] if alert else []
        firing = 'group by (alertname) (ALERTS{alertstate="firing"})'
        check = {"expr": firing, "eval_time": "60m", "exp_samples": expected_alerts}
        tests.append({"interval": "1m", "input_series": series, "promql_expr_test": [check]})
    cases = tmp_path / "cases.yml"
    cases.write_text(json.dumps({"rule_files": [str(RULES)], "evaluation_interval": "1m", "tests": tests}))
    promtool("test", "rules", str(cases))
