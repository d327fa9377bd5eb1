import { Text } from '@mantine/core'
import type { AdmissionSibling, TransformOptions } from '#contract/registrations/registrations.transform.ts'
import { type SiblingLink, siblingLink, type TransformChoice } from './transform-choice.ts'

const LINK_TEXTS: Record<SiblingLink, string> = {
  linked: 'wird als Geschwister eingetragen, denn eine sorgeberechtigte Person ist dieselbe.',
  not_chosen:
    'wird nicht als Geschwister eingetragen, solange Sie unten keinen Eintrag dieses Kindes verwenden: Geschwister sind Kinder mit einer gemeinsamen sorgeberechtigten Person.',
  nobody:
    'wird nicht als Geschwister eingetragen: Bei diesem Kind steht niemand, den beide gemeinsam haben. Tragen Sie das später auf der Seite des Kindes ein.',
  elsewhere:
    'wird nicht als Geschwister eingetragen: Jede Schule führt ihre Sorgeberechtigten selbst. Bestätigt bleibt es in der Bewerbung.',
}

const siblingName = ({ name, school_short }: AdmissionSibling, isElsewhere: boolean) => {
  const where = isElsewhere ? ` an der ${school_short}` : ''
  return name === null ? `Ein Geschwisterkind${where}` : `${name}${where}`
}

interface TransformSiblingsCardProps {
  options: TransformOptions
  chosen: TransformChoice['guardians']
}

/** Which of the verified brothers and sisters will be siblings of the new pupil, and why others will not (ADR 0030). */
export const TransformSiblingsCard = ({ options, chosen }: TransformSiblingsCardProps) =>
  options.siblings.length > 0 && (
    <div role="status">
      <Text fw={600}>Bestätigte Geschwister</Text>
      <ul className="sh-plain-list sh-above-1 sh-grid sh-gap-1">
        {options.siblings.map((sibling, index) => {
          const link = siblingLink(sibling, options, chosen)
          return (
            <li key={sibling.pupil_id ?? `hidden ${index}`}>
              <strong>{siblingName(sibling, link === 'elsewhere')}</strong> {LINK_TEXTS[link]}
            </li>
          )
        })}
      </ul>
    </div>
  )
