"""Events of the game's world: boss kills, sieges, clans, heroes, world firsts. They hold ids, never names.

Names are resolved when an event is read, so that a change of privacy reaches the past.
"""

from gateway.extras.world_events.kinds import KINDS as KINDS
from gateway.extras.world_events.kinds import TOPICS as TOPICS
from gateway.extras.world_events.kinds import EventKind as EventKind
from gateway.extras.world_events.kinds import EventTopic as EventTopic
from gateway.extras.world_events.kinds import FirstOf as FirstOf
from gateway.extras.world_events.kinds import PartyMember as PartyMember
from gateway.extras.world_events.repository import PAGE_SIZE as PAGE_SIZE
from gateway.extras.world_events.repository import EventRow as EventRow
from gateway.extras.world_events.repository import WorldEvent as WorldEvent
from gateway.extras.world_events.repository import add as add
from gateway.extras.world_events.repository import between as between
from gateway.extras.world_events.repository import of_period as of_period
from gateway.extras.world_events.repository import of_subject as of_subject
from gateway.extras.world_events.repository import page as page
from gateway.extras.world_events.repository import set_details as set_details
from gateway.extras.world_events.seasons import FIRST_SEASON as FIRST_SEASON
from gateway.extras.world_events.seasons import KEEP_FORMER_NAMES as KEEP_FORMER_NAMES
from gateway.extras.world_events.seasons import Season as Season
from gateway.extras.world_events.seasons import seasons as seasons
