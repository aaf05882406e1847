"""A board game in the shape of PettingZoo's AEC environments, which are not needed for it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, SupportsIndex

import numpy as np
import numpy.typing as npt

import flagfall
from flagfall._core import PLANES, PLY_NUMBERS, Game, Observer, turned
from flagfall.whole_numbers import chance_of, whole_number

Observation = dict[str, npt.NDArray[Any]]


class Box(NamedTuple):
    """The shape of an array of numbers from `low` to `high`."""

    low: int
    high: int
    shape: tuple[int, ...]
    dtype: str


class Discrete(NamedTuple):
    """The numbers from 0 to n - 1."""

    n: int


def _observation_space() -> dict[str, Box]:
    return {"observation": Box(0, 255, (10, 10, PLANES), "uint8"), "action_mask": Box(0, 1, (PLY_NUMBERS,), "int8")}


class AecEnv:
    """One game whose two agents, "red" and "blue", act in turn.

    An observation has `observation` (10, 10, PLANES) and `action_mask` (PLY_NUMBERS), both as the agent sees the board,
    as in a VectorEnv; and so are actions. Set-ups are drawn from the seed of `reset`, without which nothing else can be
    done: RuntimeError says so.

    max_plies: a truncation after so many; 0 for never.
    render_mode: None, or "ansi" for a drawing of the whole board by `render`.

    >>> env = AecEnv("duel", max_plies=50)
    >>> env.reset(seed=3)
    >>> for agent in env.agent_iter():
    ...     observation, reward, terminated, truncated, info = env.last()
    ...     env.step(None if terminated or truncated else int(observation["action_mask"].argmax()))
    >>> env.agents
    []
    """

    possible_agents = ["red", "blue"]
    metadata: dict[str, Any]
    observation_spaces: dict[str, dict[str, Box]]
    action_spaces: dict[str, Discrete]
    # Of `state`.
    state_space = Box(0, 255, (2, 10, 10, PLANES), "uint8")

    def __init__(
        self, ruleset: str, *, options: Mapping[str, str | int] | None = None, max_plies: int = 0, render_mode: str | None = None
    ) -> None:
        self.metadata = {"name": f"flagfall_{ruleset}", "render_modes": ["ansi"], "is_parallelizable": False}
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"there is no render_mode {render_mode!r}; expected None or 'ansi'")
        self.render_mode = render_mode
        self.max_num_agents = len(self.possible_agents)
        self.observation_spaces = {side: _observation_space() for side in self.possible_agents}
        self.action_spaces = {side: Discrete(PLY_NUMBERS) for side in self.possible_agents}
        self._ruleset, self._options = ruleset, dict(options or {})
        self._max_plies = whole_number(max_plies, "max_plies", 0, 2**32 - 1)
        # Raises for a ruleset or option that there is not.
        Observer(ruleset, {name: str(value) for name, value in self._options.items()}, "red")
        self._game: Game = flagfall.new_game(ruleset, 0, self._options)
        self._observers: dict[str, Observer] = {}
        self._told = 0
        self.agents: list[str] = []
        self.agent_selection = self.possible_agents[0]
        self.rewards: dict[str, float] = {}
        self._cumulative_rewards: dict[str, float] = {}
        self.terminations: dict[str, bool] = {}
        self.truncations: dict[str, bool] = {}
        self.infos: dict[str, dict[str, Any]] = {}

    @property
    def num_agents(self) -> int:
        """How many agents have not left yet."""
        return len(self.agents)

    @property
    def unwrapped(self) -> AecEnv:
        """The environment itself: nothing is wrapped around it."""
        return self

    @property
    def game(self) -> Game:
        """The game itself."""
        return self._game

    def observation_space(self, agent: str) -> dict[str, Box]:
        """The spaces of what the agent observes, by name; the same object each time."""
        return self.observation_spaces[self._checked(agent)]

    def action_space(self, agent: str) -> Discrete:
        """The space of the agent's actions; the same object each time."""
        return self.action_spaces[self._checked(agent)]

    def reset(self, seed: SupportsIndex | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begins a game. Without a seed it is any game."""
        chance = random.Random() if seed is None else chance_of(seed)
        self._game = flagfall.new_game(self._ruleset, chance.getrandbits(256), self._options)
        for side in self.possible_agents:
            self._game.apply(self._game.sample(chance.getrandbits(64), side), side)
        self._observers = {side: Observer(self._ruleset, self._game.options, side) for side in self.possible_agents}
        self._told = 0
        self._tell()
        self.agents = list(self.possible_agents)
        # Set-ups may end a game before its first ply.
        self.rewards = dict(zip(self.agents, self._game.returns()))
        self._cumulative_rewards = dict(self.rewards)
        self.terminations = dict.fromkeys(self.agents, self._game.is_over)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {side: {} for side in self.agents}
        self.agent_selection = "red" if self._game.is_over else self._game.pending()[0][0]

    def observe(self, agent: str) -> Observation:
        """What the agent sees; while it is not its turn, or the game has ended, its mask allows no ply."""
        self._check_begun()
        observer = self._observers[self._checked(agent)]
        is_on = not (self._game.is_over or any(self.truncations.values()))
        mask = observer.legal_mask() if is_on else np.zeros(PLY_NUMBERS, bool)
        return {"observation": observer.observation(), "action_mask": mask.astype(np.int8)}

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        """What the agent in turn observes, its reward since it last acted, whether its game has ended, and its info."""
        agent = self._agent_in_turn()
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent], self.terminations[agent],
                self.truncations[agent], self.infos[agent])

    def step(self, action: int | None) -> None:
        """Makes the ply of the agent in turn; None from an agent whose game has ended, which then leaves.

        Raises flagfall.RuleError, with the clause, for an illegal ply.
        """
        agent = self._agent_in_turn()
        if self.terminations[agent] or self.truncations[agent]:
            if action is not None:
                raise ValueError(f"the game has ended for {agent}; expected the action None")
            self._leave(agent)
            return
        if action is None:
            raise ValueError(f"{agent} is to move; expected the number of a ply")
        self._game.apply(action if agent == "red" else turned(action))
        self._tell()
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.possible_agents, self._game.returns()))
        for side, reward in self.rewards.items():
            self._cumulative_rewards[side] += reward
        over = self._game.is_over
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, not over and 0 < self._max_plies <= self._game.plies)
        self.agent_selection = "blue" if agent == "red" else "red"

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """The agent in turn, until all have left."""
        self._check_begun()
        for _ in range(max_iter):
            if not self.agents:
                return
            yield self.agent_selection

    def state(self) -> npt.NDArray[np.uint8]:
        """What Red and Blue observe, in `state_space`: together they know the types of all pieces.

        It is for a critic that may know more than the agents do; an agent's policy must not be given it.
        """
        self._check_begun()
        return np.stack([self._observers[side].observation() for side in self.possible_agents])

    def render(self) -> str | None:
        """The whole board, drawn for a terminal; None without a render_mode."""
        return self._game.draw("all") if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held that would have to be given back."""

    def _check_begun(self) -> None:
        if not self._observers:
            raise RuntimeError("no game has begun; call reset() first")

    def _agent_in_turn(self) -> str:
        self._check_begun()
        if not self.agents:
            raise RuntimeError("the game is over and both agents have left; call reset() for the next one")
        return self.agent_selection

    def _checked(self, agent: str) -> str:
        if agent not in self.possible_agents:
            raise ValueError(f"there is no agent {agent!r}; expected 'red' or 'blue'")
        return agent

    def _tell(self) -> None:
        for side, observer in self._observers.items():
            observer.follow(self._game.events(side, self._told))
        self._told = self._game.actions

    def _leave(self, agent: str) -> None:
        self.agents.remove(agent)
        for of_agent in (self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos):
            del of_agent[agent]
        if self.agents:
            self.agent_selection = self.agents[0]
