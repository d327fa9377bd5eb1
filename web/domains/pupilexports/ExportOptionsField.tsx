import { Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core'
import { MOODLE_AUTHS } from '#contract/pupilexports/pupilexports.ts'
import type { ExportChoice } from './export-choice.ts'

const AUTH_LABELS: Record<(typeof MOODLE_AUTHS)[number], string> = {
  manual: 'manuelle Konten (manual)',
  oauth2: 'OAuth 2 (oauth2)',
  ldap: 'LDAP-Server (ldap)',
  saml2: 'SAML 2 (saml2)',
  shibboleth: 'Shibboleth (shibboleth)',
  db: 'externe Datenbank (db)',
}

interface ExportOptionsFieldProps {
  choice: ExportChoice
  onChange: (change: Partial<ExportChoice>) => void
  domainError: string | undefined
}

const MoodleOptions = ({ choice, onChange, domainError }: ExportOptionsFieldProps) => (
  <Stack gap="sm">
    <NativeSelect
      label="Anmeldung"
      description="So melden sich die Kinder in Moodle an."
      value={choice.auth}
      onChange={({ currentTarget }) => onChange({ auth: currentTarget.value as ExportChoice['auth'] })}
      data={MOODLE_AUTHS.map((value) => ({ value, label: AUTH_LABELS[value] }))}
    />
    <TextInput
      label="E-Mail-Domäne der Schule"
      description="Der Teil nach dem @. Leer: die der Schuladresse."
      placeholder="schule.example"
      value={choice.mailDomain}
      error={domainError}
      onChange={({ currentTarget }) => onChange({ mailDomain: currentTarget.value })}
    />
  </Stack>
)

/** What only some formats ask. */
export const ExportOptionsField = (props: ExportOptionsFieldProps) => {
  const { choice, onChange } = props
  switch (choice.format) {
    case 'webuntis':
      return (
        <Checkbox
          label="Mit Anschrift, Telefon und E-Mail der Kinder"
          description="Nur nötig, wenn WebUntis damit arbeitet, etwa für Benutzerkonten."
          checked={choice.addresses}
          onChange={({ currentTarget }) => onChange({ addresses: currentTarget.checked })}
        />
      )
    case 'moodle':
      return <MoodleOptions {...props} />
    case 'oneroster':
      return (
        <Stack gap="sm">
          <Checkbox
            label="Mit Geburtsdatum und Geschlecht"
            description="Die meisten Programme brauchen das nicht."
            checked={choice.demographics}
            onChange={({ currentTarget }) => onChange({ demographics: currentTarget.checked })}
          />
          <Checkbox
            label="Ältere Fassung 1.2"
            description="Nur, wenn das Programm die Fassung 1.2.1 nicht annimmt."
            checked={choice.isOldRoster}
            onChange={({ currentTarget }) => onChange({ isOldRoster: currentTarget.checked })}
          />
        </Stack>
      )
    default:
      return null
  }
}
