import type { ImportMatch } from '#contract/pupilimports/pupilimports.findings.ts'
import { BASE } from '#web/base-path.ts'
import { paths } from '#web/paths.ts'

const nameOf = ({ firstname, lastname, schoolclass }: ImportMatch) =>
  `${firstname} ${lastname}${schoolclass ? `, ${schoolclass}` : ''}`

/** A child on record; a new tab, so that the import stays where it is. */
export const MatchLink = ({ match }: { match: ImportMatch }) => (
  <a href={BASE + paths.pupil(match.id)} target="_blank" rel="noreferrer">
    {nameOf(match)}
    <span className="sh-visually-hidden"> (neuer Tab)</span>
  </a>
)
