import { Alert, Checkbox, Radio, Stack } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { PACKAGE_TEXTS, type PackageOptions, RECIPIENT_REFUSALS } from '#contract/accesspackages/accesspackages.ts'
import { alsoKey, type PackageChoice } from './package-choice.ts'

interface PackageFormProps {
  options: PackageOptions
  choice: PackageChoice
  onChange: (change: Partial<PackageChoice>) => void
  /** There are several people to choose from, or it is not certain that the only one asked. */
  asksRecipient: boolean
  /** Somebody pressed the button without choosing. */
  lacksRecipient: boolean
}

const keyOf = (id: number | null) => String(id ?? 'self')

const RecipientField = ({ options: { recipients }, choice, onChange, lacksRecipient }: PackageFormProps) => (
  <Radio.Group
    label="Für wen ist die Auskunft?"
    description="Kontaktdaten anderer Erwachsener stehen nur darin, wenn diese unter derselben Anschrift wohnen."
    error={lacksRecipient && choice.recipient === undefined ? PACKAGE_TEXTS.noRecipient : undefined}
    value={choice.recipient === undefined ? '' : keyOf(choice.recipient)}
    onChange={(value) => onChange({ recipient: recipients.find(({ id }) => keyOf(id) === value)?.id })}
  >
    <Stack gap="xs" mt="xs">
      {recipients.map(({ id, name, role, refusal }) => (
        <Radio
          key={keyOf(id)}
          value={keyOf(id)}
          label={name}
          disabled={refusal !== null}
          description={refusal ? `${role}. ${RECIPIENT_REFUSALS[refusal]}.` : role}
        />
      ))}
    </Stack>
  </Radio.Group>
)

const AlsoField = ({ options: { also }, choice, onChange }: PackageFormProps) => (
  <Checkbox.Group
    label="Ist das dieselbe Person?"
    description="Name und eine Nummer oder E-Mail-Adresse stimmen überein. Bitte prüfen Sie jeden Eintrag."
    value={[...choice.also]}
    onChange={(keys) => onChange({ also: keys })}
  >
    <Stack gap="xs" mt="xs">
      {also.map((one) => (
        <Checkbox key={alsoKey(one)} value={alsoKey(one)} label={`${one.school_short}: ${one.text}`} />
      ))}
    </Stack>
  </Checkbox.Group>
)

const SensitiveField = ({ options, choice, onChange }: PackageFormProps) => (
  <Stack gap="xs">
    <Checkbox
      label="Mit besonders geschützten Angaben"
      description="Zum Beispiel Gesundheit oder Förderbedarf. Das Protokoll vermerkt, dass sie gelesen wurden."
      checked={choice.hasSensitive}
      onChange={(event) => onChange({ hasSensitive: event.currentTarget.checked })}
    />
    {choice.hasSensitive && options.has_blocking_note && (
      <Checkbox
        label="Auch den Sperrvermerk"
        description="Nur, wenn er niemanden gefährdet, der darin genannt ist."
        checked={choice.hasBlockingNotes}
        onChange={(event) => onChange({ hasBlockingNotes: event.currentTarget.checked })}
      />
    )}
  </Stack>
)

/** What is asked before a package is made. */
export const PackageForm = (props: PackageFormProps) => {
  const { also, may_include_sensitive, has_blocking_note } = props.options
  return (
    <Stack gap="md">
      <p className="sh-flush">
        Eine verschlüsselte Datei mit allem, was gespeichert ist (Art. 15 und 20 DSGVO). Auch Bemerkungen und Notizen
        stehen wörtlich darin. Bitte lesen Sie die PDF, bevor Sie sie weitergeben.
      </p>
      {has_blocking_note && (
        <Alert color="red" icon={<TriangleAlert size={20} aria-hidden />} title="Es gibt einen Sperrvermerk">
          Bitte lesen Sie ihn, bevor Sie Auskunft geben.
        </Alert>
      )}
      {props.asksRecipient && <RecipientField {...props} />}
      {also.length > 0 && <AlsoField {...props} />}
      {may_include_sensitive && <SensitiveField {...props} />}
    </Stack>
  )
}
