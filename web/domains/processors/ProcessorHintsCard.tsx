import { Alert, Button } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { OWN_SERVICES, type OwnService, PROCESSOR_KINDS } from '#contract/processors/processor.record.ts'
import { type Processor, type Processors, processorTask } from '#contract/processors/processors.ts'
import { REVIEW_MONTHS } from '#contract/reviews.ts'
import { useToday } from '#web/api/base-data.ts'
import { markProcessorReviewed, setOwnService } from './processor-actions.ts'

/** Services that the installation uses, while nobody is entered who runs them, in the words of the question. */
const missingOf = ({ processors, used, own_services: own }: Processors) => {
  const words: Record<OwnService, string | false> = {
    hosting: 'den Betrieb des Servers',
    mail: used.mail_host !== null && `den Mailserver ${used.mail_host}`,
    backup: used.has_backups && 'den Ort der Sicherungskopien',
  }
  return OWN_SERVICES.flatMap((kind) => {
    const what = words[kind]
    return what && !own.includes(kind) && !processors.some((one) => one.kind === kind) ? [{ kind, what }] : []
  })
}

interface HintLineProps {
  text: string
  /** What is pressed, and its name for those who do not see the line; missing: this person may not change the list. */
  action: { text: string; name: string; press: () => void } | false
}

const HintLine = ({ text, action }: HintLineProps) => (
  <li className="sh-row sh-gap-3 sh-rows-1">
    {text}
    {action && (
      <Button variant="default" size="compact-md" aria-label={`${action.text}: ${action.name}`} onClick={action.press}>
        {action.text}
      </Button>
    )}
  </li>
)

interface ProcessorHintsCardProps {
  data: Processors
  mayEdit: boolean
  onEdit: (processor: Processor) => void
}

/** What is missing or due, each with the press that settles it; nothing when all is well. */
export const ProcessorHintsCard = ({ data, mayEdit, onEdit }: ProcessorHintsCardProps) => {
  const today = useToday()
  const bare = data.processors.filter((one) => processorTask(one, today) === 'no contract')
  const due = data.processors.filter((one) => processorTask(one, today) === 'old review')
  const missing = missingOf(data)
  if (bare.length + due.length + missing.length === 0) return null
  return (
    <Alert
      color="yellow"
      mb="md"
      className="sh-screen-only"
      icon={<TriangleAlert size={20} aria-hidden />}
      title="Bitte ansehen"
    >
      <ul className="sh-plain-list sh-stack sh-gap-2">
        {bare.map((one) => (
          <HintLine
            key={one.id}
            text={`Ohne Vertrag: ${one.name}.`}
            action={mayEdit && { text: 'Vertrag eintragen', name: one.name, press: () => onEdit(one) }}
          />
        ))}
        {due.map((one) => (
          <HintLine
            key={one.id}
            text={`Seit mehr als ${REVIEW_MONTHS} Monaten nicht geprüft: ${one.name}.`}
            action={
              mayEdit && {
                text: 'Heute geprüft',
                name: one.name,
                press: () => void markProcessorReviewed(one, today),
              }
            }
          />
        ))}
        {missing.map(({ kind, what }) => (
          <HintLine
            key={kind}
            text={`Für ${what} ist niemand eingetragen.`}
            action={
              mayEdit && {
                text: 'Betreiben wir selbst',
                name: PROCESSOR_KINDS[kind],
                press: () => void setOwnService(kind, true),
              }
            }
          />
        ))}
      </ul>
    </Alert>
  )
}
