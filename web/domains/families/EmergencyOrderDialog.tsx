import { ActionIcon, Button, Modal, Title } from '@mantine/core'
import { ArrowDown, ArrowUp, GripVertical, Plus, X } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import { FAMILY_TEXTS, familyEndpoints } from '#contract/families/families.change.ts'
import { callOrderOf } from '#contract/families/families.ts'
import { fullName } from '#contract/person-names.ts'
import { displayPhone } from '#contract/phone.ts'
import { explainFailure } from '#web/api/errors.ts'
import { useCall } from '#web/api/queries.ts'
import { ConflictCard } from '#web/forms/ConflictCard.tsx'
import { useLeavableDialog } from '#web/forms/use-leavable-dialog.ts'
import { notify } from '#web/shell/notify.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { type Callee, calledKeys, calleesOf, movedTo, rebasedOrder } from './call-list.ts'
import classes from './Families.module.css'
import { CHANGED_BY_FAMILIES, type FamilyPupil, loadFamilyAnew } from './family-queries.ts'

interface EmergencyOrderDialogProps {
  pupil: FamilyPupil
  onGone: () => void
}

const orderText = (keys: readonly string[], people: ReadonlyMap<string, Callee>) =>
  keys.map((key, place) => `${place + 1}. ${people.get(key)?.name ?? ''}`).join(', ') || 'niemand'

const useOrder = ({ pupil, onGone }: EmergencyOrderDialogProps) => {
  const [stored, setStored] = useState(pupil)
  const [keys, setKeys] = useState(() => calledKeys(pupil))
  const [told, setTold] = useState('')
  const [conflict, setConflict] = useState<string>()
  const people = new Map(calleesOf(stored).map((one) => [one.key, one]))
  const before = calledKeys(stored)
  const isDirty = keys.join() !== before.join()
  const dialog = useLeavableDialog(isDirty, onGone)
  const { run, isRunning } = useCall(familyEndpoints.orderEmergency, {
    invalidates: CHANGED_BY_FAMILIES,
    // Somebody came, went or was moved meanwhile: both orders are shown before one is taken.
    onFailure: async (failure) => {
      const isOther = failure.message === FAMILY_TEXTS.orderChanged
      const now = isOther ? await loadFamilyAnew(pupil.id).catch(() => undefined) : undefined
      if (!now) return explainFailure(failure)
      const mine = rebasedOrder(keys, now, before)
      setStored(now)
      setKeys(mine)
      if (mine.join() !== calledKeys(now).join()) return setConflict(failure.message)
      dialog.close()
      notify('Dieselbe Reihenfolge ist schon gespeichert.')
    },
  })
  const move = (key: string, place: number) => {
    setKeys((now) => movedTo(now, key, place))
    if (place >= 0 && place < keys.length) setTold(`${people.get(key)?.name}: jetzt Platz ${place + 1}`)
  }
  const save = async () => {
    setConflict(undefined)
    if (!isDirty) return dialog.close()
    const order = keys.flatMap((key) => {
      const person = people.get(key)
      return person ? [{ kind: person.kind, id: person.id }] : []
    })
    const reply = await run({ params: { id: pupil.id }, body: { order, before: callOrderOf(stored) } })
    if (!reply) return
    dialog.close()
    notify(reply.message)
  }
  return {
    ...dialog,
    called: keys.flatMap((key) => people.get(key) ?? []),
    others: [...people.values()].filter(({ key }) => !keys.includes(key)),
    told,
    move,
    takeOut: (key: string) => setKeys((now) => now.filter((one) => one !== key)),
    takeIn: (key: string) => setKeys((now) => [...now, key]),
    save: () => void save(),
    isRunning,
    conflict,
    /** Both orders in words, while one has to be chosen. */
    compared: { mine: orderText(keys, people), theirs: orderText(before, people) },
    takeStored: () => {
      setConflict(undefined)
      setKeys(before)
    },
  }
}

const CalleeText = ({ person }: { person: Callee }) => (
  <span className="sh-stack sh-breaks sh-shrinks" style={{ flex: 1 }}>
    <strong>{person.name}</strong>
    <span className="sh-quiet sh-flush">
      {person.role} ·{' '}
      <span className="sh-one-line">
        {person.phones[0] ? displayPhone(person.phones[0].number) : 'keine Telefonnummer'}
      </span>
    </span>
  </span>
)

interface CalledRowProps {
  person: Callee
  place: number
  count: number
  order: Pick<ReturnType<typeof useOrder>, 'move' | 'takeOut'>
  dragged: string | undefined
  onDrag: (key: string | undefined) => void
}

const CalledRow = ({ person, place, count, order, dragged, onDrag }: CalledRowProps) => {
  const over = (event: DragEvent) => {
    if (dragged === undefined) return
    event.preventDefault()
    if (dragged !== person.key) order.move(dragged, place)
  }
  // Not disabled: a button that was just pressed must not lose the focus.
  const button = (text: string, target: number) => ({
    'aria-label': `${person.name}: ${text}`,
    'aria-disabled': target < 0 || target >= count,
    onClick: () => order.move(person.key, target),
  })
  return (
    <li
      className={`sh-line sh-padded-2 sh-gap-3 sh-rule-below ${classes.called}`}
      draggable
      data-dragged={dragged === person.key}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        onDrag(person.key)
      }}
      onDragOver={over}
      onDrop={(event) => event.preventDefault()}
      onDragEnd={() => onDrag(undefined)}
    >
      <GripVertical size={20} aria-hidden className="sh-quiet sh-fixed sh-not-on-phones" />
      <span className={`${classes.rank} sh-figures`}>{place + 1}</span>
      <CalleeText person={person} />
      <span className={`sh-line sh-gap-1 sh-fixed ${classes.moves}`}>
        <ActionIcon {...button('weiter nach oben', place - 1)}>
          <ArrowUp size={20} aria-hidden />
        </ActionIcon>
        <ActionIcon {...button('weiter nach unten', place + 1)}>
          <ArrowDown size={20} aria-hidden />
        </ActionIcon>
        <ActionIcon aria-label={`${person.name}: nicht anrufen`} onClick={() => order.takeOut(person.key)}>
          <X size={20} aria-hidden />
        </ActionIcon>
      </span>
    </li>
  )
}

/**
 * The order of calls in an emergency: guardians and contact persons in one list, changed by keys or by dragging (ux
 * §3.4).
 */
export const EmergencyOrderDialog = (props: EmergencyOrderDialogProps) => {
  const { called, others, told, leave, modal, save, isRunning, conflict, compared, takeStored, ...order } =
    useOrder(props)
  const [dragged, setDragged] = useState<string>()
  return (
    <Modal {...modal} size={560} title={`Im Notfall anrufen: ${fullName(props.pupil)}`}>
      {called.length === 0 && <p className="sh-quiet sh-flush">Zurzeit wird niemand angerufen.</p>}
      <ol className="sh-plain-list" aria-label="Reihenfolge im Notfall">
        {called.map((person, place) => (
          <CalledRow
            key={person.key}
            person={person}
            place={place}
            count={called.length}
            order={order}
            dragged={dragged}
            onDrag={setDragged}
          />
        ))}
      </ol>
      <p className="sh-visually-hidden" role="status">
        {told}
      </p>
      {others.length > 0 && (
        <>
          <Title order={3} id="not-called" mt="md">
            Werden nicht angerufen
          </Title>
          <ul className="sh-plain-list" aria-labelledby="not-called">
            {others.map((person) => (
              <li key={person.key} className={`sh-line sh-padded-2 sh-gap-3 sh-rule-below ${classes.called}`}>
                <CalleeText person={person} />
                <span className={`sh-line sh-gap-1 sh-fixed ${classes.moves}`}>
                  <ActionIcon aria-label={`${person.name}: anrufen`} onClick={() => order.takeIn(person.key)}>
                    <Plus size={20} aria-hidden />
                  </ActionIcon>
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {conflict !== undefined && (
        <ConflictCard
          text={conflict}
          lines={[{ key: 'order', label: 'Reihenfolge', ...compared }]}
          onKeepMine={save}
          onTakeTheirs={takeStored}
        />
      )}
      <ButtonRow align="end" isFoot>
        <Button variant="default" onClick={() => void leave()}>
          Abbrechen
        </Button>
        {conflict === undefined && (
          <ActionButton onClick={save} isRunning={isRunning}>
            Übernehmen
          </ActionButton>
        )}
      </ButtonRow>
    </Modal>
  )
}
