"""No type of a room has more than 25 members: a type that needs more holds more than one idea."""

import pathlib

import pytest

from members import members

ROOT = pathlib.Path(__file__).resolve().parents[2]
# A figure is drawn from one value with all its settings.
ROOMS = sorted(path for path in (ROOT / "Sources").iterdir() if any(path.rglob("*.swift")) and path.name != "Figures")

MOST = 25


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.name)
def test_types_have_few_members(room):
    assert {name: number for name, number in members(room).items() if number > MOST} == {}


def test_members_are_counted_by_type(tmp_path):
    for path, text in {
        "Grid.swift": '''
            import struct Foundation.Date

            /// struct Other { var a: Int }
            public struct Grid<Cell: Equatable>: Sendable {
                static let most = 7, least = 1
                public private(set) var rows, columns: Int
                let text = "{ var a: Int }", name: String
                private var size: (height: Int, width: Int) { didSet { let old = oldValue } }
                @inline(__always) package func cell(_ row: Int, _ column: Int) -> Cell? { var found = 1; return nil }

                init(rows: Int) { self.init(rows: rows, columns: Self.most) }

                /* func gone() {} */
                enum Side {
                    case left, right
                    var other: Side { self == .left ? .right : .left }
                }
            }
            ''',
        "Parts/Grid+Text.swift": '''
            extension Grid where Cell == String {
                subscript(row: Int) -> String { let init = "\\(rows)"; return init }
                static func empty() -> Grid { Grid(rows: .init()) }
                private nonisolated(unsafe) static var count = 0
            }

            extension Grid.Side {
                mutating func turn() { self = other }
            }
            ''',
        "Reader.swift": '''
            protocol Reader: AnyObject {
                var place: Int { get }
                func read(
                    _ count: Int
                ) -> [UInt8]
            }

            final class Empty {
                class func make() -> Empty { Empty() }
                class var one: Empty { Empty() }
            }

            func free() { func inner() {} }
            ''',
    }.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    assert members(tmp_path) == {"Grid": 8, "Grid.Side": 2, "Reader": 2}
