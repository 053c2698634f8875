"""A game, analyses, lists, streams and a job, with the client that was generated from the description.

Whatever is not as described raises an error: a model that cannot be read, a status that is not known, an event of no kind.
"""

import json
import sys

from client import AuthenticatedClient, Client, models
from client.api.databases import create_job, list_jobs
from client.api.games import create_game, list_games, read_game, read_game_text, stream_game
from client.api.lab import list_scenarios
from client.api.play import play_computer_move, play_move
from client.api.positions import analyze_position, choose_move, list_games_offered, stream_analysis


def good(answer, kind):
    assert isinstance(answer, kind), answer
    return answer


def events(client, request, kinds):
    """The events of a stream, each as one of the kinds that the description has."""
    with client.get_httpx_client().stream(**request, timeout=30) as response:
        assert response.status_code == 200, response.status_code
        event = {}
        for line in response.iter_lines():
            name, _, value = line.partition(":")
            if name in ("event", "data"):
                event[name] = value.strip() if name == "event" else json.loads(value)
            elif not line and event:
                yield read(event, kinds)
                event = {}


def read(event, kinds):
    for kind in kinds:
        try:
            return kind.from_dict(event)
        except (KeyError, TypeError, ValueError):
            continue
    raise AssertionError(f"an event of no kind that is described: {event}")


def play(anyone, address):
    """A person against the computer, to the end."""
    players = models.Players(first="person", second="level 1")
    wish = models.NewGameRequest(game="connect-four", players=players)
    game = good(create_game.sync(client=anyone, body=wish), models.NewGame)
    first = AuthenticatedClient(base_url=address, token=game.tokens.first)
    while game.state.over is None:
        move = models.MoveRequest(move=game.state.legal[0], event=game.event)
        game = good(play_move.sync(game.id, client=first, body=move), models.Game)
        if game.state.over is None:
            body = models.ComputerRequest(time=100)
            game = good(play_computer_move.sync(game.id, client=first, body=body), models.Game)
    assert good(read_game.sync(game.id, client=anyone), models.Game).result in ("1-0", "0-1", "1/2-1/2")
    assert "connect-four" in read_game_text.sync(game.id, client=anyone)
    stranger = AuthenticatedClient(base_url=address, token="nonsense")
    refused = play_move.sync_detailed(game.id, client=stranger, body=models.MoveRequest(move="1"))
    assert (refused.status_code, refused.parsed.status) == (401, 401), refused
    return game


def analyse(anyone):
    offered = list_games_offered.sync(client=anyone)
    assert {game.name for game in offered.games} == {"connect-four", "morris"}
    analysis = good(analyze_position.sync("connect-four", client=anyone, position="44"), models.Analysis)
    assert len(analysis.moves) == 7 and analysis.answer.result == models.Wdl.WIN, analysis
    body = models.ChoiceRequest(player="level 1", time=100)
    choice = good(choose_move.sync("morris", client=anyone, body=body), models.Choice)
    assert choice.move in [scored.move for scored in choice.report.moves], choice
    refused = good(analyze_position.sync("connect-four", client=anyone, position="8"), models.ProblemBody)
    assert refused.status == 400 and refused.detail, refused


def watch(anyone, game):
    request = stream_analysis._get_kwargs("connect-four:9x6", position="4435", time=600)
    kinds = [models.AnalysisEventType0, models.AnalysisEventType1, models.AnalysisEventType2, models.AnalysisEventType3]
    told = list(events(anyone, request, kinds))
    names = [event.event.value for event in told]
    assert names == ["position"] + ["estimate"] * (len(told) - 2) + ["analysis"], names
    assert len(told[0].data.legal) == 9 and all(len(event.data.moves) == 9 for event in told[1:]), told
    change = next(events(anyone, stream_game._get_kwargs(game.id), [models.GameEventType0]))
    assert (change.event.value, change.data.moves) == ("change", game.moves), change


def leaf(anyone):
    """A list, three entries at a time."""
    found, after = [], None
    while True:
        page = good(list_scenarios.sync(client=anyone, limit=3, after=after), models.PageScenario)
        assert len(page.items) <= 3, page
        found += page.items
        after = page.next_
        if after is None:
            break
    assert len({(scenario.game, scenario.number) for scenario in found}) == 10, found
    good(list_games.sync(client=anyone), models.PageListedGame)


def work(anyone, operator):
    seed = models.JobSettingsType0Kind.SEED
    settings = models.JobSettingsType0(kind=seed, game="connect-four", from_=30, to=30, count=1, player="level 1")
    job = good(create_job.sync(client=operator, body=settings), models.Job)
    listed = good(list_jobs.sync(client=anyone), models.PageJob)
    assert [known.id for known in listed.items] == [job.id], listed


def main(address):
    anyone = Client(base_url=address)
    game = play(anyone, address)
    analyse(anyone)
    watch(anyone, game)
    leaf(anyone)
    work(anyone, AuthenticatedClient(base_url=address, token="secret"))
    print(f"played {len(game.moves)} moves, analysed, watched, leafed through a list and gave work")


main(sys.argv[1])
