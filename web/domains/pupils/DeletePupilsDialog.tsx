import { Alert, Button, Modal, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { PUPIL_TEXTS, pupilChangeEndpoints } from '#contract/pupils/pupils.change.ts'
import { call } from '#web/api/client.ts'
import { explainFailure } from '#web/api/errors.ts'
import { useSendKey } from '#web/api/use-send-key.ts'
import { paths } from '#web/paths.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { useOpened } from '#web/ui/use-opened.ts'
import {
  binText,
  blockedBy,
  furtherText,
  isTypedWord,
  namedPupils,
  othersText,
  pupilsText,
  TYPED_FROM,
  TYPED_WORD,
  titleText,
} from './delete-pupils.ts'
import { tellDeleted } from './pupil-list-actions.tsx'
import { refreshPupils } from './pupil-query.ts'
import classes from './pupils.module.css'
import type { ChosenPupil } from './use-pupil-selection.ts'

interface DeletePupilsDialogProps {
  pupils: readonly ChosenPupil[]
  /** They are gone: no longer chosen. */
  onDeleted: (ids: readonly number[]) => void
  onGone: () => void
}

interface AskedDialogProps extends DeletePupilsDialogProps {
  /** Who may only leave, as the server said before. */
  asked: readonly number[]
}

const useDeletion = ({ pupils, asked, onDeleted, onGone }: AskedDialogProps) => {
  const [typed, setTyped] = useState('')
  const [isRefused, setRefused] = useState(false)
  const [isRunning, setRunning] = useState(false)
  const sendKey = useSendKey()
  const modal = useOpened(onGone)
  const [blocked, setBlocked] = useState<ReadonlySet<number>>(() => new Set(asked))
  const left = pupils.filter(({ id }) => !blocked.has(id))
  const needsWord = left.length >= TYPED_FROM

  const remove = async () => {
    setRunning(true)
    const body = { ids: left.map(({ id }) => id) }
    try {
      const reply = await call(pupilChangeEndpoints.massDelete, { body, idempotencyKey: sendKey(body) })
      await refreshPupils()
      onDeleted(reply.deleted)
      tellDeleted(reply)
      modal.onClose()
    } catch (failure) {
      const refusal = blockedBy(failure)
      if (refusal) setBlocked(new Set([...blocked, ...refusal.blocked_ids]))
      else await explainFailure(failure)
    } finally {
      setRunning(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isAgreed = !needsWord || isTypedWord(typed)
    setRefused(!isAgreed)
    if (isAgreed && !isRunning) void remove()
  }
  return { modal, left, blocked, needsWord, typed, setTyped, isRefused, isRunning, submit }
}

const Names = ({ pupils }: { pupils: readonly ChosenPupil[] }) => {
  const { names, others } = namedPupils(pupils)
  return (
    <ul className={`sh-bullets sh-breaks ${classes.names}`}>
      {names.map(({ id, text }) => (
        <li key={id}>{text}</li>
      ))}
      {others > 0 && <li>{names.length > 0 ? furtherText(others) : pupilsText(others)}</li>}
    </ul>
  )
}

interface BlockedProps {
  blocked: ReadonlySet<number>
  pupils: readonly ChosenPupil[]
}

/** Who may only leave, each with the way to the page where the exit is entered. */
const BlockedNames = ({ blocked, pupils }: BlockedProps) => {
  const { names, others } = namedPupils(pupils.filter(({ id }) => blocked.has(id)))
  return (
    <Alert
      color="red"
      icon={<TriangleAlert size={20} aria-hidden />}
      title={PUPIL_TEXTS.cannotDelete(blocked.size)}
      role="alert"
    >
      <p className="sh-flush">Tragen Sie dort stattdessen einen Abgang ein:</p>
      <ul className={`sh-bullets sh-breaks ${classes.names}`}>
        {names.map(({ id, text }) => (
          <li key={id}>
            <Link to={paths.pupil(id)}>{text}</Link>
          </li>
        ))}
        {others > 0 && <li>{furtherText(others)}</li>}
      </ul>
    </Alert>
  )
}

const AskedDialog = (props: AskedDialogProps) => {
  const { modal, left, blocked, needsWord, typed, setTyped, isRefused, isRunning, submit } = useDeletion(props)
  const what = blocked.size > 0 ? othersText(left.length) : `${pupilsText(left.length)} löschen`
  return (
    <Modal {...modal} size={480} closeOnEscape={!isRunning} title={titleText(props.pupils.length, left.length)}>
      <form onSubmit={submit}>
        <Stack gap="sm">
          {blocked.size > 0 && <BlockedNames blocked={blocked} pupils={props.pupils} />}
          {left.length > 0 && blocked.size > 0 && <p className="sh-flush">Gelöscht werden können:</p>}
          {left.length > 0 && <Names pupils={left} />}
          {left.length > 0 && <p className="sh-flush">{binText(left.length)}</p>}
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

/**
 * Ux §3.3: names who goes; from ten on the word is typed. Nobody is lost for 30 days. Who may only leave is asked
 * first, so that nobody types in vain; where that cannot be asked the deletion itself says it.
 */
export const DeletePupilsDialog = (props: DeletePupilsDialogProps) => {
  const ids = props.pupils.map(({ id }) => id)
  const asked = useQuery({
    queryKey: [pupilChangeEndpoints.checkMassDelete.path, ids],
    queryFn: () => call(pupilChangeEndpoints.checkMassDelete, { body: { ids } }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (asked.isPending) return null
  const { blocked_ids = [], blocked = [] } = asked.data ?? {}
  const named = new Map<number, ChosenPupil>(blocked.map((one) => [one.id, one]))
  const pupils = props.pupils.map((pupil) => ({ ...named.get(pupil.id), ...pupil }))
  return <AskedDialog {...props} pupils={pupils} asked={blocked_ids} />
}
