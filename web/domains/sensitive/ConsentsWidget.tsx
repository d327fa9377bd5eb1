import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CONSENT_STATE_LABELS, CONSENT_TEXTS } from '#contract/consents/consents.state.ts'
import { type ConsentLine, type ConsentReply, consentEndpoints } from '#contract/consents/consents.ts'
import type { PupilDetails } from '#contract/pupils/pupils.details.ts'
import { useMay } from '#web/api/base-data.ts'
import { useCall } from '#web/api/queries.ts'
import { randomKey } from '#web/api/random-key.ts'
import { type PlainColumn, PlainTable } from '#web/lists/PlainTable.tsx'
import { notify } from '#web/shell/notify.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { FoldedOnPhones } from '#web/ui/FoldedPart.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import { ConsentDialog } from './ConsentDialog.tsx'
import { CONSENT_LOOKS, lineText, recordText } from './consent-texts.ts'
import classes from './Sensitive.module.css'
import { CHANGED_BY_CONSENTS, consentsQuery } from './sensitive-query.ts'
import { WithdrawalNoteDialog } from './WithdrawalNoteDialog.tsx'

const History = ({ records }: Pick<ConsentLine, 'records'>) => (
  <details className={`sh-small sh-above-1 ${classes.history}`}>
    <summary>Verlauf</summary>
    <ul className="sh-bullets">
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

const Consents = ({ pupilId, reply }: { pupilId: number; reply: ConsentReply }) => {
  const [recording, setRecording] = useState<ConsentLine>()
  const [noting, setNoting] = useState<ConsentLine>()
  const { may_change: mayChange, custodians, voice, purposes } = reply
  const columns: PlainColumn<ConsentLine>[] = [
    {
      title: 'Zweck',
      isName: true,
      cell: (line) => {
        const text = lineText(line)
        return (
          <>
            <span>{CONSENT_TEXTS[line.purpose].label}</span>
            {text && <p className="sh-quiet sh-small sh-flush sh-above-1">{text}</p>}
            {line.records.length > 1 && <History records={line.records} />}
          </>
        )
      },
    },
    {
      title: 'Stand',
      cell: ({ state }) => <StatusChip {...CONSENT_LOOKS[state]}>{CONSENT_STATE_LABELS[state]}</StatusChip>,
    },
  ]
  const actions: PlainColumn<ConsentLine> = {
    title: 'Aktionen',
    isTitleHidden: true,
    className: `sh-screen-only ${classes.actions}`,
    cell: (line) => {
      const { label } = CONSENT_TEXTS[line.purpose]
      const isHeld = line.state === 'granted' || line.state === 'incomplete'
      return (
        <>
          {isHeld && <WithdrawButton pupilId={pupilId} line={line} />}
          {line.state === 'withdrawn' && (
            <Button variant="subtle" aria-label={`Bemerkung zum Widerruf: ${label}`} onClick={() => setNoting(line)}>
              Bemerkung
            </Button>
          )}
          {line.state !== 'granted' && (
            <Button variant="subtle" aria-label={`Eintragen: ${label}`} onClick={() => setRecording(line)}>
              Eintragen
            </Button>
          )}
        </>
      )
    },
  }
  return (
    <>
      {mayChange && custodians.length === 0 && voice !== 'alone' && (
        <p className="sh-quiet sh-flush">Tragen Sie zuerst ein, wer das Sorgerecht hat.</p>
      )}
      <div className={classes.consentsFrame}>
        <PlainTable
          isBare
          className={classes.consents}
          columns={mayChange ? [...columns, actions] : columns}
          rows={purposes}
          rowKey={({ purpose }) => purpose}
        />
      </div>
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
  const query = useQuery({ ...consentsQuery(id), enabled: isForMe })
  if (!isForMe) return null
  return (
    <TitledCard id="consents" title="Einwilligungen" gap="xs">
      <FoldedOnPhones name="einwilligungen" summary="Zwecke und Stand">
        <Loaded query={query} waiting={<Skeleton height={240} />}>
          {(reply) => <Consents pupilId={id} reply={reply} />}
        </Loaded>
      </FoldedOnPhones>
    </TitledCard>
  )
}
