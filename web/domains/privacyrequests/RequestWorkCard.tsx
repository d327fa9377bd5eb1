import { FileSearch, Lock, LockOpen, Pencil } from 'lucide-react'
import { useState } from 'react'
import type { RequestKind } from '#contract/privacyrequests/privacyrequest.record.ts'
import type { RequestSubject } from '#contract/privacyrequests/privacyrequests.subjects.ts'
import type { RequestDetails } from '#contract/privacyrequests/privacyrequests.ts'
import { RESTRICTED_SUBJECTS } from '#contract/restrictions/restricted-subjects.ts'
import { SUBJECT_PERMISSIONS } from '#contract/subjects.ts'
import { useMay } from '#web/api/base-data.ts'
import { PackageDialogWidget } from '#web/domains/accesspackages/PackageDialogWidget.tsx'
import { RestrictWidget } from '#web/domains/restrictions/RestrictWidget.tsx'
import { EraseButtonWidget } from '#web/domains/retentions/EraseButtonWidget.tsx'
import { EraseOnRequestWidget } from '#web/domains/retentions/EraseOnRequestWidget.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import { refreshRequests } from './request-queries.ts'
import { nextStep, subjectPath } from './request-texts.ts'

type Tool = 'package' | 'restriction' | 'correction' | 'erasure'

/** What answers a request of each kind. While somebody checks whether data are right, they can be restricted. */
const TOOLS: Record<RequestKind, readonly Tool[]> = {
  access: ['package'],
  portability: ['package'],
  rectification: ['correction', 'restriction'],
  erasure: ['erasure', 'restriction'],
  restriction: ['restriction'],
  objection: ['restriction', 'erasure'],
}

const TEXTS: Record<RequestKind, string> = {
  access: 'Erstellen Sie die Auskunft als verschlüsselte Datei. Das Passwort sehen Sie nur einmal.',
  portability: 'Die Datei daten.json in der Auskunft können andere Programme lesen.',
  rectification:
    'Berichtigen Sie die Angaben auf der Seite der Person, die von Eltern auf der Seite ihres Kindes. Bis geklärt ist, was stimmt, kann die Verarbeitung eingeschränkt werden.',
  erasure:
    'Nach der Löschung kennt die Schule weder Namen noch Anschrift. Schreiben Sie die Antwort deshalb vorher, unter „Schreiben erstellen“. Bis entschieden ist, was gelöscht wird, kann die Verarbeitung eingeschränkt werden.',
  restriction: 'Die Daten bleiben gespeichert, und nur die Schulleitung sieht sie noch.',
  objection: 'Bis entschieden ist, wessen Interesse schwerer wiegt, kann die Verarbeitung eingeschränkt werden.',
}

interface Known {
  type: RequestSubject
  id: number
  name: string
}

/** The subject while the school knows it. */
const knownSubject = ({ subject: { type, id, name } }: RequestDetails): Known | undefined =>
  type === 'unknown' || id === null || name === null ? undefined : { type, id, name }

const restrictable = ({ type, id, name }: Known) => {
  const subject = RESTRICTED_SUBJECTS.find((one) => one === type)
  return subject && { subject, id, name }
}

interface ToolsProps {
  request: RequestDetails
  subject: Known
  onOpen: (tool: Tool) => void
}

const Tools = ({ request, subject, onOpen }: ToolsProps) => {
  const may = useMay()
  const tools = TOOLS[request.kind]
  const path = subjectPath(request)
  const isNext = nextStep(request) === 'work'
  const mayPack = may('export personal data') && may(SUBJECT_PERMISSIONS[subject.type])
  return (
    <div className="sh-wrap sh-gap-2 sh-above-4 sh-screen-only">
      {tools.includes('package') && mayPack && request.identity_checked_on !== null && (
        <IconButton icon={FileSearch} data-primary={isNext} onClick={() => onOpen('package')}>
          Auskunft erstellen
        </IconButton>
      )}
      {tools.includes('erasure') && request.identity_checked_on !== null && (
        <EraseButtonWidget subject={subject.type} id={subject.id} path={path} onPress={() => onOpen('erasure')} />
      )}
      {tools.includes('correction') && path && request.identity_checked_on !== null && (
        <IconButton icon={Pencil} data-primary={isNext} to={path}>
          Angaben berichtigen
        </IconButton>
      )}
      {tools.includes('restriction') && restrictable(subject) && (
        <IconButton
          icon={request.is_restricted ? LockOpen : Lock}
          data-primary={isNext && tools.length === 1}
          onClick={() => onOpen('restriction')}
        >
          {request.is_restricted ? 'Einschränkung aufheben' : 'Verarbeitung einschränken'}
        </IconButton>
      )}
    </div>
  )
}

/** What answers the request is started here, and stands in its history afterwards. */
export const RequestWorkCard = ({ request }: { request: RequestDetails }) => {
  const [tool, setTool] = useState<Tool>()
  const subject = knownSubject(request)
  if (!subject || request.done_on !== null) return null
  const close = () => setTool(undefined)
  const restricted = restrictable(subject)
  const asksIdentity = nextStep(request) === 'identity'
  // On paper nobody presses a button, so only the restriction is worth a line there.
  return (
    <div className={request.is_restricted ? undefined : 'sh-screen-only'}>
      <TitledCard id="work" title="Bearbeitung" gap="xs">
        <p className="sh-flush sh-screen-only">
          {asksIdentity && 'Prüfen Sie zuerst, wer fragt. '}
          {TEXTS[request.kind]}
        </p>
        {request.is_restricted && <p className="sh-flush sh-above-2">Zurzeit ist die Verarbeitung eingeschränkt.</p>}
        <Tools request={request} subject={subject} onOpen={setTool} />
        {tool === 'package' && (
          <PackageDialogWidget
            subject={subject.type}
            id={subject.id}
            name={subject.name}
            requestId={request.id}
            asker={{ name: request.requested_by, requester: request.requester }}
            onClose={() => {
              close()
              void refreshRequests()
            }}
          />
        )}
        {tool === 'erasure' && (
          <EraseOnRequestWidget
            subject={subject.type}
            id={subject.id}
            name={subject.name}
            requestId={request.id}
            onClose={close}
            onErased={() => void refreshRequests()}
          />
        )}
        {tool === 'restriction' && restricted && (
          <RestrictWidget
            {...restricted}
            requestId={request.id}
            isLifting={request.is_restricted === true}
            onClose={close}
            onChanged={() => void refreshRequests()}
          />
        )}
      </TitledCard>
    </div>
  )
}
