import { Alert, Button, Checkbox, Modal, Progress, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { placesText } from '#contract/registrations/registrations.bulk.ts'
import { STATUS_LABELS } from '#contract/registrations/registrations.status.ts'
import classes from '#web/domains/registrations/registrations.module.css'
import { paths } from '#web/paths.ts'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { linkTarget } from '#web/ui/link-target.ts'
import { useLasting } from '#web/ui/use-lasting.ts'
import { useOpened } from '#web/ui/use-opened.ts'
import { applicationsText, type BulkResult, refusedOf } from './bulk-jobs.ts'
import { type BulkRun, type BulkState, CHUNK_SIZE, countLeft } from './use-bulk-run.ts'

const PATIENCE_MS = 400
const MARK = <TriangleAlert size={20} aria-hidden />

const figure = (count: number) => count.toLocaleString('de-DE')

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
const LeftAlert = ({ state: { job, failure, left, results } }: { state: BulkState }) => {
  const unsure = failure === undefined ? 0 : (left[0]?.items.length ?? 0)
  const untouched = countLeft(left) - unsure
  return (
    <Alert
      color={failure === undefined ? 'gray' : 'red'}
      icon={MARK}
      role="alert"
      title={failure ? 'Unterbrochen' : 'Angehalten'}
    >
      {failure !== undefined && <p className="sh-flush">{failure}</p>}
      <p className="sh-flush">
        {`${results.length} von ${job.items.length} ${results.length === 1 ? 'ist' : 'sind'} erledigt.`}
        {unsure > 0 &&
          ` Bei ${unsure} ist offen, ob ${unsure === 1 ? 'sie noch erledigt wurde' : 'sie noch erledigt wurden'}; ein neuer Versuch macht nichts doppelt.`}
        {untouched > 0 && ` ${untouched} ${untouched === 1 ? 'ist' : 'sind'} unverändert.`}
      </p>
    </Alert>
  )
}

/** What was not possible at once in sight, all others on demand; what differs from one to the next all in sight. */
const Results = ({ results, job }: Pick<BulkState, 'results' | 'job'>) => {
  const refused = refusedOf(results)
  if (job.alwaysTells) {
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

interface BulkRunDialogProps {
  run: BulkRun
  /** Removes applications that were not changed from the selection. */
  onForget: (ids: readonly number[]) => void
}

type PartProps = BulkRunDialogProps & { state: BulkState; onClose: () => void }

/** What came of each application, with the way back and the way on. */
const ResultsPart = ({ run, state, onForget, onClose }: PartProps) => {
  const [keeps, setKeeps] = useState(true)
  const first = useRef<HTMLButtonElement>(null)
  // The button that had the focus went with the progress.
  useEffect(() => first.current?.focus(), [])
  const { job, results, left, warnings } = state
  const refused = refusedOf(results)
  const next = job.next?.(results)
  const back = job.undo(results)
  const close = () => {
    if (!keeps) onForget(refused.map(({ id }) => id))
    onClose()
  }
  return (
    <Stack gap="md">
      <Text role="status">{job.doneText(results)}</Text>
      {left.length > 0 && <LeftAlert state={state} />}
      {warnings.length > 0 && (
        <Alert color="yellow" icon={MARK} title="Mehr Zusagen als Plätze">
          {warnings.map(placesText).map((text) => (
            <p key={text} className="sh-flush">
              {text}
            </p>
          ))}
        </Alert>
      )}
      <Results results={results} job={job} />
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
        {back && (
          <Button variant="default" onClick={() => void run.start(back)}>
            Rückgängig
          </Button>
        )}
        {left.length > 0 && (
          <Button variant="default" onClick={run.goOn}>{`Mit den übrigen ${countLeft(left)} weitermachen`}</Button>
        )}
        <Button ref={first} onClick={close}>
          Schließen
        </Button>
      </ButtonRow>
    </Stack>
  )
}

/** How far it is: between two calls it can be stopped. */
const RunningPart = ({ run, state: { job, results, isStopping } }: PartProps) => (
  <Stack gap="md">
    <Progress value={(results.length / job.items.length) * 100} size="lg" aria-label={job.title} />
    <Text className="sh-figures" role="status">{`${figure(results.length)} von ${figure(job.items.length)}`}</Text>
    <ButtonRow align="end">
      <Button variant="default" onClick={run.stop} disabled={isStopping} data-autofocus>
        {isStopping ? 'Wird angehalten …' : 'Abbrechen'}
      </Button>
    </ButtonRow>
  </Stack>
)

const OpenedDialog = ({ state, ...props }: Omit<PartProps, 'onClose'>) => {
  const modal = useOpened(props.run.close)
  const Part = state.isRunning ? RunningPart : ResultsPart
  return (
    <Modal {...modal} size={600} closeOnEscape={!state.isRunning} title={state.job.title}>
      <Part {...props} state={state} onClose={modal.onClose} />
    </Modal>
  )
}

/** Progress of a change of many and what came of each; what is over in a moment shows no dialog. */
export const BulkRunDialog = (props: BulkRunDialogProps) => {
  const { state, isRunning } = props.run
  const lasts = useLasting(isRunning, PATIENCE_MS)
  const isShown = state && (!isRunning || lasts || state.job.items.length > CHUNK_SIZE)
  return isShown ? <OpenedDialog {...props} state={state} /> : null
}
