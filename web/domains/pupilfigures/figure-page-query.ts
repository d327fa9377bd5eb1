import { isIsoDay } from '#contract/dates.ts'
import type { Permission } from '#contract/permissions.ts'
import { FIGURE_KEYS, mayCountBy } from '#contract/pupilfigures/figure-fields.ts'
import { autumnTables, type FigureTable } from '#contract/pupilfigures/figure-sheets.ts'
import { readFigureTable, writeFigureTable } from '#contract/pupilfigures/pupilfigures.ts'

const DAY = 'tag'
const TABLE = 'tabelle'
const DAY_DEFAULT_TABLE: FigureTable = { rows: 'schoolgrade', columns: 'gender' }

interface Address {
  get: (key: string) => string | undefined
  set: (changes: Record<string, string | undefined>) => void
}

/** The fields that this person may count by. */
export const fieldsFor = (permissions: readonly Permission[]) =>
  FIGURE_KEYS.filter((key) => mayCountBy(key, permissions))

const ownTable = (text: string | undefined, permissions: readonly Permission[]) => {
  const table = text === undefined ? undefined : readFigureTable(text)
  const isSeen = table && [table.rows, table.columns].every((key) => key === null || mayCountBy(key, permissions))
  return isSeen ? table : undefined
}

/** Day and tables as the address names them; without any: today and the tables of the autumn statistics. */
export const figurePageState = (
  { get, set }: Address,
  facts: { today: string; permissions: readonly Permission[] },
) => {
  const wished = get(DAY) ?? ''
  const own = ownTable(get(TABLE), facts.permissions)
  const tables = own ? [own] : autumnTables(facts.permissions)
  return {
    day: isIsoDay(wished) ? wished : facts.today,
    /** The one table that was put together here; undefined: the preset. */
    own,
    names: tables.map(writeFigureTable),
    setDay: (day: string) => set({ [DAY]: day === facts.today ? undefined : day }),
    setOwn: (table: FigureTable | undefined) => set({ [TABLE]: table && writeFigureTable(table) }),
    startOwn: () => set({ [TABLE]: writeFigureTable(DAY_DEFAULT_TABLE) }),
  }
}
export type FigurePageState = ReturnType<typeof figurePageState>
