import type { TableState } from './table-state.ts'

/** Which part of how many is shown: „1–50 von 1.699“. */
export const rangeText = ({ page, perPage }: Pick<TableState, 'page' | 'perPage'>, shown: number, total: number) => {
  const before = (page - 1) * perPage
  const [first, last, all] = [shown === 0 ? 0 : before + 1, before + shown, total].map((count) =>
    count.toLocaleString('de-DE'),
  )
  return `${first}–${last} von ${all}`
}
