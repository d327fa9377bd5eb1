import {
  PREVIEW_RULES,
  type PreviewFigure,
  type PreviewFigures,
  type PreviewKind,
  type PreviewQuery,
  type PreviewRule,
} from '#contract/retentions/retentions.lists.ts'

interface DueLine {
  reason: PreviewRule
  due_on: string
}

interface Lines<D extends DueLine, H> {
  /** In the order of the reply. */
  due: readonly D[]
  held: readonly H[]
  /** What is only counted. */
  counted?: readonly PreviewFigure[]
}

const figureOf = (kind: PreviewKind, rule: PreviewRule, lines: readonly DueLine[]): PreviewFigure => ({
  kind,
  rule,
  count: lines.length,
  first: lines.reduce((first, { due_on }) => (due_on < first ? due_on : first), lines[0]?.due_on ?? ''),
})

/** A page of each list that was asked for, and the figures of everything. */
export function previewLists<D extends DueLine, H>(
  { due, held, counted = [] }: Lines<D, H>,
  { kind, list, page, per_page }: PreviewQuery,
  kindOf: (line: D | H) => PreviewKind,
): PreviewFigures & { due: D[]; held: H[] } {
  const byRule = Map.groupBy(due, ({ reason }) => reason)
  const figures = [...byRule].flatMap(([rule, lines]) => (lines[0] ? [figureOf(kindOf(lines[0]), rule, lines)] : []))
  const heldKinds = Map.groupBy(held, kindOf)
  const pageOf = <L>(lines: readonly L[]) =>
    per_page === 0 ? [...lines] : lines.slice(per_page * (page - 1), per_page * page)
  const isWanted = (line: D | H) => kind === undefined || kindOf(line) === kind
  const isListed = (name: PreviewQuery['list'][number]) => list.length === 0 || list.includes(name)
  const wanted = [...byRule].flatMap(([rule, lines]) =>
    isListed(rule as PreviewQuery['list'][number]) ? pageOf(lines.filter(isWanted)) : [],
  )
  return {
    figures: [...figures, ...counted].sort((a, b) => PREVIEW_RULES.indexOf(a.rule) - PREVIEW_RULES.indexOf(b.rule)),
    held_figures: [...heldKinds].map(([of, lines]) => ({ kind: of, count: lines.length })),
    due: wanted.sort((a, b) => a.due_on.localeCompare(b.due_on)),
    held: isListed('held') ? pageOf(held.filter(isWanted)) : [],
  }
}
