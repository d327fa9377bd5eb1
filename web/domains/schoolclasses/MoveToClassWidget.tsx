import { Modal, NativeSelect, Progress, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { childrenText } from '#contract/counted.ts'
import { isIsoDay } from '#contract/dates.ts'
import { MESSAGES } from '#contract/formats.ts'
import { MOVED_MAX } from '#contract/schoolclasses/schoolclasses.moves.ts'
import { classDay } from '#contract/schoolclasses/schoolclasses.ts'
import { useToday } from '#web/api/base-data.ts'
import { DateField } from '#web/forms/DateField.tsx'
import { DialogButtonRow } from '#web/forms/DialogButtonRow.tsx'
import { ErrorSummary } from '#web/forms/ErrorSummary.tsx'
import { useLeavableDialog } from '#web/forms/use-leavable-dialog.ts'
import { Loaded } from '#web/ui/Loaded.tsx'
import { classChoice } from './class-texts.ts'
import { type MovedPupil, movePupils, namesOf } from './move-pupils.ts'
import { classOptionsQuery, schoolclassListQuery } from './schoolclass-queries.ts'

const OPEN = { value: 'open', label: 'ohne Klasse (noch offen)' }

const CLASS = 'target-class'
const DAY = 'target-day'
const LABELS = { [CLASS]: 'Klasse', [DAY]: 'Gilt ab' }

/** What is missing or wrong, by field. */
const faultsOf = (chosen: string, day: string): Record<string, string> => ({
  ...(chosen === '' && { [CLASS]: MESSAGES.boolean }),
  ...(day === '' && { [DAY]: MESSAGES.required }),
  ...(day !== '' && !isIsoDay(day) && { [DAY]: MESSAGES.date }),
})

/** The first day offered: today, before the school year its first day. */
const useFirstDay = () => {
  const today = useToday()
  const year = useQuery(classOptionsQuery).data?.schoolyears.find(({ state }) => state === 'active')
  return year ? classDay(year, today) : today
}

/** What many mean, said before it begins, and how far it is. */
const Portions = ({ total, done }: { total: number; done: number }) => (
  <div>
    <Text size="sm">
      {`Es geht in Schritten von ${MOVED_MAX} Kindern. Jeder Schritt gelingt ganz oder gar nicht; hält einer an, bleiben die fertigen bestehen.`}
    </Text>
    {done > 0 && (
      <>
        <Progress value={(100 * done) / total} size="lg" mt="sm" aria-label="Klasse zuweisen" />
        <Text size="sm" role="status">
          {`${done.toLocaleString('de-DE')} von ${total.toLocaleString('de-DE')} zugewiesen`}
        </Text>
      </>
    )}
  </div>
)

interface MoveToClassWidgetProps {
  pupils: readonly MovedPupil[]
  onGone: () => void
  /** The move is done; it can still be taken back. */
  onMoved?: () => void
}

/** Puts pupils into a class of the running year from a day on; for pages that are about pupils. */
export const MoveToClassWidget = ({ pupils, onGone, onMoved }: MoveToClassWidgetProps) => {
  const today = useToday()
  const list = useQuery(schoolclassListQuery())
  const firstDay = useFirstDay()
  const [chosen, setChosen] = useState('')
  const [typedDay, setDay] = useState<string>()
  const [attempt, setAttempt] = useState(0)
  const [isRunning, setRunning] = useState(false)
  const [done, setDone] = useState(0)
  const day = typedDay ?? firstDay
  const { close, leave, modal } = useLeavableDialog(chosen !== '' || day !== firstDay, onGone)
  const errors = attempt > 0 ? faultsOf(chosen, day) : {}
  const move = async () => {
    setRunning(true)
    const target = list.data?.find(({ id }) => String(id) === chosen) ?? null
    const isDone = await movePupils({ pupils, target, day, onProgress: setDone })
    setRunning(false)
    if (!isDone) return
    close()
    onMoved?.()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAttempt((before) => before + 1)
    if (Object.keys(faultsOf(chosen, day)).length === 0) void move()
  }
  const [name] = namesOf(pupils)
  const who = pupils.length === 1 && name ? name : childrenText(pupils.length)
  return (
    <Modal {...modal} size={480} title={`Klasse zuweisen: ${who}`}>
      <Loaded query={list}>
        {(schoolclasses) => (
          <form onSubmit={submit} noValidate>
            <Stack gap="md">
              <ErrorSummary errors={errors} labels={LABELS} attempt={attempt} />
              <NativeSelect
                id={CLASS}
                label={LABELS[CLASS]}
                data-autofocus
                value={chosen}
                error={errors[CLASS]}
                data={[{ value: '', label: 'Bitte wählen' }, ...schoolclasses.map(classChoice), OPEN]}
                onChange={(event) => setChosen(event.currentTarget.value)}
              />
              <DateField
                id={DAY}
                label={LABELS[DAY]}
                error={errors[DAY]}
                value={day}
                onChange={setDay}
                today={today}
                autoComplete="off"
                isAhead
              />
              {pupils.length > MOVED_MAX && <Portions total={pupils.length} done={done} />}
            </Stack>
            <DialogButtonRow action="Zuweisen" isRunning={isRunning} onLeave={() => void leave()} />
          </form>
        )}
      </Loaded>
    </Modal>
  )
}
