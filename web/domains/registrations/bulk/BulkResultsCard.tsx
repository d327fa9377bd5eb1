import { Alert, Button, Checkbox, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { placesText } from '#contract/registrations/registrations.bulk.ts'
import { STATUS_LABELS } from '#contract/registrations/registrations.status.ts'
import classes from '#web/domains/registrations/registrations.module.css'
import { paths } from '#web/paths.ts'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { linkTarget } from '#web/ui/link-target.ts'
import { applicationsText } from './bulk-jobs.ts'
import { type BulkResult, refusedOf } from './bulk-run.ts'
import type { BulkRun, BulkState } from './use-bulk-run.ts'

const MARK = <TriangleAlert size={20} aria-hidden />

const resultText = (result: BulkResult) => {
  if (result.message !== null) return result.message
  if (!('status' in result) || result.status === null) return ''
  return result.from === null ? `war schon „${STATUS_LABELS[result.status]}“` : STATUS_LABELS[result.status]
}

/** Each with the way to its page; of what is not found there is nothing to name. */
const ResultList = ({ results }: { results: readonly BulkResult[] }) => (
  <ul className={`sh-bullets sh-breaks sh-above-1 ${classes.results}`}>
    {results.map((result) => (
      <li key={result.id} data-ok={result.ok}>
        {result.number === null ? (
          'Eine Bewerbung'
        ) : (
          <Link to={paths.registration(result.id)}>{`${result.child} (${result.number})`}</Link>
        )}
        {`: ${resultText(result)}`}
      </li>
    ))}
  </ul>
)

/** What was not done and why; of the chunk that got no answer nobody knows. */
const LeftAlert = ({ run, state: { failure, left, results } }: { run: BulkRun; state: BulkState }) => {
  if (left.length === 0) return null
  const unsure = failure === undefined ? 0 : (left[0]?.items.length ?? 0)
  const untouched = run.countLeft - unsure
  return (
    <Alert
      color={failure === undefined ? 'gray' : 'red'}
      icon={MARK}
      role="alert"
      title={failure ? 'Unterbrochen' : 'Angehalten'}
    >
      {failure !== undefined && <p className="sh-flush">{failure}</p>}
      <p className="sh-flush">
        {`${results.length} von ${run.total} ${results.length === 1 ? 'ist' : 'sind'} erledigt.`}
        {unsure > 0 &&
          ` Bei ${unsure} ist offen, ob ${unsure === 1 ? 'sie noch erledigt wurde' : 'sie noch erledigt wurden'}; ein neuer Versuch macht nichts doppelt.`}
        {untouched > 0 && ` ${untouched} ${untouched === 1 ? 'ist' : 'sind'} unverändert.`}
      </p>
    </Alert>
  )
}

const WarningsAlert = ({ warnings }: Pick<BulkState, 'warnings'>) =>
  warnings.length > 0 && (
    <Alert color="yellow" icon={MARK} title="Mehr Zusagen als Plätze">
      {warnings.map((warning) => (
        <p key={placesText(warning)} className="sh-flush">
          {placesText(warning)}
        </p>
      ))}
    </Alert>
  )

/** What was not possible at once in sight, all others on demand; what differs from one to the next all in sight. */
const Results = ({ results, alwaysTells }: { results: readonly BulkResult[]; alwaysTells: boolean }) => {
  const refused = refusedOf(results)
  if (alwaysTells) {
    const done = results.filter(({ ok }) => ok)
    const others = results.filter((result) => !result.ok && !refused.includes(result))
    return <ResultList results={[...done, ...refused, ...others]} />
  }
  return (
    <>
      {refused.length > 0 && (
        <div>
          <strong>{`${applicationsText(refused.length)} nicht geändert`}</strong>
          <ResultList results={refused} />
        </div>
      )}
      {results.length > refused.length && (
        <details>
          <summary>{`Alle Ergebnisse (${results.length})`}</summary>
          <ResultList results={results} />
        </details>
      )}
    </>
  )
}

interface BulkResultsCardProps {
  run: BulkRun
  onForget: (ids: readonly number[]) => void
  onClose: () => void
}

/** What came of each application, with the way back and the way on. */
export const BulkResultsCard = ({ run, onForget, onClose }: BulkResultsCardProps) => {
  const [keeps, setKeeps] = useState(true)
  const first = useRef<HTMLButtonElement>(null)
  // The button that had the focus went with the progress.
  useEffect(() => first.current?.focus(), [])
  const { state } = run
  if (!state) return null
  const { job, results, left, warnings } = state
  const refused = refusedOf(results)
  const next = job.next?.(results)
  const close = () => {
    if (!keeps) onForget(refused.map(({ id }) => id))
    onClose()
  }
  return (
    <Stack gap="md">
      <Text role="status">{job.doneText(results)}</Text>
      <LeftAlert run={run} state={state} />
      <WarningsAlert warnings={warnings} />
      <Results results={results} alwaysTells={job.alwaysTells} />
      {next && (
        <p className="sh-flush">
          {next.text}{' '}
          <Link {...linkTarget(next.link.to)} onClick={close}>
            {next.link.text}
          </Link>
        </p>
      )}
      {refused.length > 0 && (
        <Checkbox
          label="Fehlgeschlagene ausgewählt lassen"
          checked={keeps}
          onChange={(event) => setKeeps(event.currentTarget.checked)}
        />
      )}
      <ButtonRow align="end">
        {job.undo(results) && (
          <Button variant="default" onClick={run.undo}>
            Rückgängig
          </Button>
        )}
        {left.length > 0 && (
          <Button variant="default" onClick={run.goOn}>{`Mit den übrigen ${run.countLeft} weitermachen`}</Button>
        )}
        <Button ref={first} onClick={close}>
          Schließen
        </Button>
      </ButtonRow>
    </Stack>
  )
}
