import { Alert, Button, Modal, Stack, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { pupilChangeEndpoints } from '#contract/pupils.change.ts'
import { call } from '#web/api/client.ts'
import { explainFailure } from '#web/api/errors.ts'
import { useSendKey } from '#web/api/use-send-key.ts'
import { paths } from '#web/paths.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { useOpened } from '#web/ui/use-opened.ts'
import classes from './DeletePupilsDialog.module.css'
import { binText, blockedBy, namedPupils, othersText, pupilsText, TYPED_FROM, TYPED_WORD } from './delete-pupils.ts'
import { tellDeleted } from './pupil-list-actions.ts'
import { refreshPupils } from './pupil-query.ts'
import type { ChosenPupil } from './use-pupil-selection.ts'

interface DeletePupilsDialogProps {
  pupils: readonly ChosenPupil[]
  /** They are gone: no longer chosen. */
  onDeleted: (ids: readonly number[]) => void
  onGone: () => void
}

interface Blocked {
  message: string
  ids: readonly number[]
}

const useDeletion = ({ pupils, onDeleted, onGone }: DeletePupilsDialogProps) => {
  const [typed, setTyped] = useState('')
  const [isRefused, setRefused] = useState(false)
  const [isRunning, setRunning] = useState(false)
  const [blocked, setBlocked] = useState<Blocked>()
  const sendKey = useSendKey()
  const modal = useOpened(onGone)
  const left = blocked ? pupils.filter(({ id }) => !blocked.ids.includes(id)) : pupils
  const needsWord = left.length >= TYPED_FROM

  const remove = async () => {
    setRunning(true)
    const body = { ids: left.map(({ id }) => id) }
    try {
      const reply = await call(pupilChangeEndpoints.massDelete, { body, idempotencyKey: sendKey(body) })
      await refreshPupils()
      onDeleted(reply.deleted)
      void tellDeleted(reply, reply.deleted)
      modal.onClose()
    } catch (failure) {
      const refusal = blockedBy(failure)
      if (refusal) setBlocked({ message: refusal.message, ids: [...(blocked?.ids ?? []), ...refusal.blocked_ids] })
      else await explainFailure(failure)
    } finally {
      setRunning(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isAgreed = !needsWord || typed.trim() === TYPED_WORD
    setRefused(!isAgreed)
    if (isAgreed && !isRunning) void remove()
  }
  return { modal, left, blocked, needsWord, typed, setTyped, isRefused, isRunning, submit }
}

const Names = ({ pupils }: { pupils: readonly ChosenPupil[] }) => {
  const { names, others } = namedPupils(pupils)
  return (
    <ul className={classes.names}>
      {names.map(({ id, text }) => (
        <li key={id}>{text}</li>
      ))}
      {others > 0 && <li>{names.length > 0 ? `und ${others.toLocaleString('de-DE')} weitere` : pupilsText(others)}</li>}
    </ul>
  )
}

interface BlockedProps {
  blocked: Blocked
  pupils: readonly ChosenPupil[]
}

/** Who may only leave, each with the way to the page where the exit is entered. */
const BlockedNames = ({ blocked, pupils }: BlockedProps) => {
  const { names, others } = namedPupils(pupils.filter(({ id }) => blocked.ids.includes(id)))
  return (
    <Alert color="red" icon={<TriangleAlert size={20} aria-hidden />} title={blocked.message} role="alert">
      <p className={classes.lead}>Tragen Sie dort stattdessen einen Abgang ein:</p>
      <ul className={classes.names}>
        {names.map(({ id, text }) => (
          <li key={id}>
            <Link to={paths.pupil(id)}>{text}</Link>
          </li>
        ))}
        {others > 0 && <li>{`und ${others.toLocaleString('de-DE')} weitere`}</li>}
      </ul>
    </Alert>
  )
}

/** Ux §3.3: names who goes; from ten on the word is typed. Nobody is lost for 30 days. */
export const DeletePupilsDialog = (props: DeletePupilsDialogProps) => {
  const { modal, left, blocked, needsWord, typed, setTyped, isRefused, isRunning, submit } = useDeletion(props)
  const what = blocked ? othersText(left.length) : `${pupilsText(left.length)} löschen`
  return (
    <Modal
      {...modal}
      size={480}
      closeOnEscape={!isRunning}
      title={`${pupilsText(props.pupils.length)} löschen?`}
      classNames={{ title: classes.title ?? '' }}
    >
      <form onSubmit={submit}>
        <Stack gap="sm">
          {blocked && <BlockedNames blocked={blocked} pupils={props.pupils} />}
          {left.length > 0 && <Names pupils={left} />}
          {left.length > 0 && <p className={classes.lead}>{binText(left.length)}</p>}
          {left.length > 0 && needsWord && (
            <TextInput
              label={`Zur Sicherheit bitte ${TYPED_WORD} eingeben`}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              error={isRefused && `Bitte geben Sie ${TYPED_WORD} ein.`}
              autoComplete="off"
              spellCheck={false}
              data-autofocus
            />
          )}
          <ButtonRow align="end">
            <Button
              variant={needsWord ? 'default' : 'filled'}
              onClick={modal.onClose}
              data-autofocus={!needsWord || undefined}
            >
              {left.length > 0 ? 'Abbrechen' : 'Schließen'}
            </Button>
            {left.length > 0 && (
              <ActionButton type="submit" variant="default" color="red" isRunning={isRunning}>
                {what}
              </ActionButton>
            )}
          </ButtonRow>
        </Stack>
      </form>
    </Modal>
  )
}
