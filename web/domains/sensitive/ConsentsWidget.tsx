import { Button, Card, Skeleton, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CONSENT_STATE_LABELS, CONSENT_TEXTS } from '#contract/consents/consents.state.ts'
import { type ConsentLine, type ConsentReply, consentEndpoints } from '#contract/consents/consents.ts'
import type { PupilDetails } from '#contract/pupils/pupils.details.ts'
import { useMay } from '#web/api/base-data.ts'
import { useCall } from '#web/api/queries.ts'
import { randomKey } from '#web/api/random-key.ts'
import { notify } from '#web/shell/notify.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { NotLoaded } from '#web/ui/EmptyState.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { ConsentDialog } from './ConsentDialog.tsx'
import { CONSENT_LOOKS, lineText, recordText } from './consent-texts.ts'
import classes from './Sensitive.module.css'
import { CHANGED_BY_CONSENTS, consentsQuery } from './sensitive-query.ts'
import { WithdrawalNoteDialog } from './WithdrawalNoteDialog.tsx'

const History = ({ records }: Pick<ConsentLine, 'records'>) => (
  <details className={`sh-small sh-above-1 ${classes.history}`}>
    <summary>Verlauf</summary>
    <ul>
      {records.map((record) => (
        <li key={record.id}>{recordText(record)}</li>
      ))}
    </ul>
  </details>
)

/** One press withdraws; a slip is taken back by recording the same anew (domain DP-09). */
const WithdrawButton = ({ pupilId, line: { purpose } }: { pupilId: number; line: ConsentLine }) => {
  const withdraw = useCall(consentEndpoints.withdraw, { invalidates: CHANGED_BY_CONSENTS })
  const record = useCall(consentEndpoints.record, { invalidates: CHANGED_BY_CONSENTS })
  const params = { id: pupilId }
  const press = async () => {
    const reply = await withdraw.run({ params, body: { purpose } })
    if (!reply) return
    const undo = async () => {
      for (const body of reply.withdrawn) await record.run({ params, body, idempotencyKey: randomKey() })
    }
    notify(reply.message, { about: `consent ${pupilId} ${purpose}`, undo })
  }
  return (
    <ActionButton
      variant="subtle"
      color="red"
      isRunning={withdraw.isRunning}
      aria-label={`Widerrufen: ${CONSENT_TEXTS[purpose].label}`}
      onClick={() => void press()}
    >
      Widerrufen
    </ActionButton>
  )
}

interface LineProps {
  pupilId: number
  line: ConsentLine
  mayChange: boolean
  onRecord: () => void
  onNote: () => void
}

const Line = ({ pupilId, line, mayChange, onRecord, onNote }: LineProps) => {
  const { label } = CONSENT_TEXTS[line.purpose]
  const text = lineText(line)
  const isHeld = line.state === 'granted' || line.state === 'incomplete'
  return (
    <tr>
      <th scope="row">
        <span>{label}</span>
        {text && <p className="sh-quiet sh-small sh-flush sh-above-1">{text}</p>}
        {line.records.length > 1 && <History records={line.records} />}
      </th>
      <td>
        <StatusChip {...CONSENT_LOOKS[line.state]}>{CONSENT_STATE_LABELS[line.state]}</StatusChip>
      </td>
      {mayChange && (
        <td className={`sh-screen-only ${classes.actions}`}>
          {isHeld && <WithdrawButton pupilId={pupilId} line={line} />}
          {line.state === 'withdrawn' && (
            <Button variant="subtle" aria-label={`Bemerkung zum Widerruf: ${label}`} onClick={onNote}>
              Bemerkung
            </Button>
          )}
          {line.state !== 'granted' && (
            <Button variant="subtle" aria-label={`Eintragen: ${label}`} onClick={onRecord}>
              Eintragen
            </Button>
          )}
        </td>
      )}
    </tr>
  )
}

const Consents = ({ pupilId, reply }: { pupilId: number; reply: ConsentReply }) => {
  const [recording, setRecording] = useState<ConsentLine>()
  const [noting, setNoting] = useState<ConsentLine>()
  const mayChange = reply.may_change
  return (
    <>
      {mayChange && reply.custodians.length === 0 && reply.voice !== 'alone' && (
        <p className="sh-quiet sh-flush">Tragen Sie zuerst ein, wer das Sorgerecht hat.</p>
      )}
      <table className={`sh-table ${classes.consents}`}>
        <thead>
          <tr>
            <th scope="col">Zweck</th>
            <th scope="col">Stand</th>
            {mayChange && (
              <th scope="col">
                <span className="sh-visually-hidden">Aktionen</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {reply.purposes.map((line) => (
            <Line
              key={line.purpose}
              pupilId={pupilId}
              line={line}
              mayChange={mayChange}
              onRecord={() => setRecording(line)}
              onNote={() => setNoting(line)}
            />
          ))}
        </tbody>
      </table>
      {noting && <WithdrawalNoteDialog pupilId={pupilId} line={noting} onGone={() => setNoting(undefined)} />}
      {recording && (
        <ConsentDialog
          pupilId={pupilId}
          purpose={recording.purpose}
          reply={reply}
          onGone={() => setRecording(undefined)}
        />
      )}
    </>
  )
}

/** Einwilligungen of one child, by purpose (domain §1.12): recorded with who and how, withdrawn in one press. */
export const ConsentsWidget = ({ pupil: { id } }: { pupil: Pick<PupilDetails, 'id'> }) => {
  const may = useMay()
  const isForMe = may('manage pupil') || (may('view attached pupil') && !may('view pupil'))
  const { data, isError, refetch } = useQuery({ ...consentsQuery(id), enabled: isForMe })
  if (!isForMe) return null
  return (
    <Card component="section" aria-labelledby="consents">
      <Title order={2} id="consents" mb="xs">
        Einwilligungen
      </Title>
      {isError && !data && <NotLoaded onRetry={() => void refetch()} />}
      {data ? <Consents pupilId={id} reply={data} /> : !isError && <Skeleton height={240} />}
    </Card>
  )
}
