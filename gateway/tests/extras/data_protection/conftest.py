"""The running application of a module, for which each test begins anew."""

from collections.abc import AsyncGenerator

import pytest

from fixtures.installed import World
from gateway.app import Application
from gateway.config import settings
from gateway.extras.data_protection import rights
from gateway.features.site_content import sample
from gateway.tests.administration.operator_app import ADMIN_ENV
from gateway.tests.conftest import ClientFactory
from gateway.tests.extras.data_protection.protected_site import EMAIL, ProtectedSite
from gateway.tests.support.account_app import APP_ENV, bearer, site, token_of, without_jobs
from gateway.tests.support.in_process_builder import in_process_builder
from gateway.tests.support.mail_server import mail_server


@pytest.fixture(scope="module")
async def protected(
    own_world: World, client: ClientFactory, tmp_path_factory: pytest.TempPathFactory
) -> AsyncGenerator[ProtectedSite]:
    """Its content folder is the sample."""
    folder = tmp_path_factory.mktemp("site") / "content"
    sample.write(folder)
    async with mail_server() as smtp, without_jobs(own_world):
        env = {**own_world.environment, **APP_ENV, **ADMIN_ENV, **smtp.environment}
        env["GATEWAY_CONTENT_FOLDER"] = str(folder)
        with in_process_builder():
            application = Application(settings.load(None, env))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(rights, "HOURLY_CODES", 100)
            patch.setattr(rights, "HOURLY_GUESSES", 100)
            async with client(application.asgi) as http:
                yield ProtectedSite(own_world, application, http, smtp)


@pytest.fixture
async def fresh(protected: ProtectedSite) -> None:
    """A session that has proved its password, a confirmed address, and nothing of earlier tests."""
    tables = ("erasure_requests", "consents", "legal_versions", "messages", "security_log", "totp_secrets")
    await site(
        protected.world,
        *(f"DELETE FROM {table}" for table in tables),
        f"REPLACE INTO confirmed_emails VALUES ('demo', '{EMAIL}', 1)",
    )
    protected.smtp.messages.clear()
    protected.http.headers.update(bearer(await token_of(protected.http, "demo")))
