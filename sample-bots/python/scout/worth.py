"""The values of pieces for scout."""

from flagfall_bot import AttackResult, GameState, Piece, PieceType, attack, neighbours

# The value of a piece by type.
VALUE = {
    PieceType.SPY: 6,
    PieceType.SCOUT: 2,
    PieceType.MINER: 6,
    PieceType.SERGEANT: 4,
    PieceType.LIEUTENANT: 6,
    PieceType.CAPTAIN: 9,
    PieceType.MAJOR: 13,
    PieceType.COLONEL: 19,
    PieceType.GENERAL: 28,
    PieceType.MARSHAL: 38,
    PieceType.BOMB: 6,
    PieceType.FLAG: 300,
}


def gain(result: AttackResult, attacker: float, defender: float) -> float:
    """The value that an attack wins, minus the value that it loses, with pieces of these values."""
    won = defender if result is not AttackResult.DEFENDER_WINS else 0
    lost = attacker if result is not AttackResult.ATTACKER_WINS else 0
    return won - lost


def exchange(attacker: PieceType, defender: PieceType) -> float:
    """The value that an attack wins, minus the value that it loses."""
    return gain(attack(attacker, defender), VALUE[attacker], VALUE[defender])


def danger(game: GameState, own: Piece, square: int) -> float:
    """The value that the piece risks on the square, given the known opposing pieces."""
    losses = [0.0]
    for at in neighbours(square):
        other = game.at(at)
        if other is not None and other.owner != game.side and other.type is not None and other.may_move:
            losses.append(exchange(other.type, own.type))
    return max(losses)
