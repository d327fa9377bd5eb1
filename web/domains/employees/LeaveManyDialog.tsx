import { Alert, Button, Modal, Stack } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { formatDate } from '#contract/dates.ts'
import { EMPLOYEE_TEXTS } from '#contract/employees/employees.ts'
import { listName } from '#contract/person-names.ts'
import { useToday } from '#web/api/base-data.ts'
import { DateField } from '#web/forms/DateField.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { LoadingText } from '#web/ui/LoadingText.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { useOpened } from '#web/ui/use-opened.ts'
import { FUNCTION_LABELS } from './employee-texts.ts'
import { type Exit, isOpenExit, peopleText, useExits } from './use-exits.ts'

/** What ends with the exit of somebody. */
const Consequences = ({ person: { functions, account }, day }: Pick<Exit, 'person'> & { day: string }) => (
  <ul className="sh-bullets sh-small">
    {functions.map(({ classgradePlain, school_year, function: held }) => (
      <li key={`${classgradePlain} ${school_year} ${held}`}>
        {`${classgradePlain} endet (${FUNCTION_LABELS[held]}, ${school_year})`}
      </li>
    ))}
    {functions.length === 0 && <li>Keine Zuordnung zu einer Klasse ist davon betroffen.</li>}
    {account === 'ends' && <li>{`Das Konto wird nach dem ${formatDate(day)} geschlossen.`}</li>}
    {account === 'stays' && <li>{EMPLOYEE_TEXTS.accountStays}</li>}
  </ul>
)

const Person = ({ exit, day }: { exit: Exit; day: string }) => {
  const { person, outcome } = exit
  return (
    <li className="sh-padded-2 sh-rule-above sh-grid sh-gap-1">
      <div className="sh-wrap sh-spread sh-gap-3">
        <strong>{listName(person)}</strong>
        {outcome?.isDone && (
          <StatusChip tone="positive" icon="check">
            {outcome.text}
          </StatusChip>
        )}
        {person.refusal !== null && (
          <StatusChip tone="neutral" icon="dot">
            wird ausgelassen
          </StatusChip>
        )}
      </div>
      {person.refusal === null ? (
        <Consequences person={person} day={day} />
      ) : (
        <p className="sh-quiet sh-small sh-flush">{person.refusal}</p>
      )}
      {outcome && !outcome.isDone && <p className="sh-bad sh-small sh-flush">{outcome.text}</p>}
    </li>
  )
}

/** Classes that lose their leader, and for which somebody else has to be found. */
const LostLeaders = ({ exits }: { exits: readonly Exit[] }) => {
  const led = exits
    .filter(isOpenExit)
    .flatMap(({ person }) => person.functions)
    .filter((one) => one.function === 'responsible')
    .map(({ classgradePlain }) => classgradePlain)
  if (led.length === 0) return null
  return (
    <Alert color="yellow" icon={<TriangleAlert size={20} aria-hidden />} title="Klassenleitung endet">
      {`Bitte tragen Sie für ${[...new Set(led)].join(', ')} rechtzeitig eine andere Klassenleitung ein.`}
    </Alert>
  )
}

interface LeaveManyDialogProps {
  ids: readonly number[]
  /** Who has an exit now is no longer chosen. */
  onDone: (ids: readonly number[]) => void
  onGone: () => void
}

/** The last day of several people at once, with what it ends for each of them (domain §1.9). */
export const LeaveManyDialog = ({ ids, onDone, onGone }: LeaveManyDialogProps) => {
  const today = useToday()
  const run = useExits(ids)
  const { exits, day, isRunning } = run
  const leave = () => {
    const done = exits.filter(({ outcome }) => outcome?.isDone).map(({ person }) => person.id)
    run.report(done)
    onDone(done)
    onGone()
  }
  const { onClose, ...modal } = useOpened(leave)
  const count = exits.filter(isOpenExit).length
  const isWhole = exits.some(({ outcome }) => outcome?.isDone) && count === 0
  const send = async () => {
    if (await run.send()) onClose()
  }
  return (
    <Modal {...modal} onClose={onClose} size={640} title="Abgang eintragen" closeOnEscape={!isRunning}>
      <Stack gap="md">
        <DateField
          id="many-exits"
          label="Letzter Tag an der Schule"
          value={day}
          onChange={run.setDay}
          today={today}
          min={today}
          isAhead
          disabled={isRunning}
          error={run.dayError}
        />
        {run.failure && (
          <Alert color="red" role="alert" title="Unterbrochen">
            {`${run.failure} Wer unten „eingetragen“ hat, ist fertig; ein neuer Versuch trägt niemanden doppelt ein.`}
          </Alert>
        )}
        {exits.length === 0 && !run.dayError && <LoadingText />}
        {!run.dayError && (
          <>
            <LostLeaders exits={exits} />
            <ul className="sh-plain-list" aria-label="Wer geht">
              {exits.map((exit) => (
                <Person key={exit.person.id} exit={exit} day={day} />
              ))}
            </ul>
          </>
        )}
      </Stack>
      <ButtonRow align="end" isFoot>
        <Button variant="default" onClick={isRunning ? run.stop : onClose}>
          {isRunning ? 'Anhalten' : isWhole ? 'Schließen' : 'Abbrechen'}
        </Button>
        <ActionButton isRunning={isRunning} disabled={count === 0 || !run.isSettled} onClick={() => void send()}>
          {`Abgang von ${peopleText(count)} eintragen`}
        </ActionButton>
      </ButtonRow>
    </Modal>
  )
}
