import { Card, Title } from '@mantine/core'
import { formatDate } from '#contract/dates.ts'
import type { EmployeeDetails } from '#contract/employees/employees.ts'
import { FactList } from '#web/ui/FactList.tsx'
import { ReachList } from '#web/ui/ReachList.tsx'
import classes from '#web/ui/record-page.module.css'

const day = (date: string | null) => date && formatDate(date)

/** How to reach somebody at work; nothing private is kept (domain §1.9). */
export const EmployeeContactCard = ({ employee: { mail, phone } }: { employee: EmployeeDetails }) => (
  <Card component="section" aria-labelledby="contact">
    <Title order={2} id="contact" mb="xs">
      Kontakt
    </Title>
    {mail === null && phone === null ? (
      <p className={classes.quiet}>Es ist keine Telefonnummer und keine E-Mail-Adresse eingetragen.</p>
    ) : (
      <ReachList mail={mail} phones={phone ? [{ number: phone }] : []} />
    )}
  </Card>
)

/** Proofs that were seen, never copies (domain §0.5), and the note of the staff. */
export const EmployeeProofCard = ({ employee }: { employee: EmployeeDetails }) => {
  const { measles_proof_seen_at, extended_certificate_seen_at, note } = employee
  const seen = (date: string | null) => (date ? `gesehen am ${day(date)}` : 'noch nicht gesehen')
  return (
    <Card component="section" aria-labelledby="proofs">
      <Title order={2} id="proofs" mb="xs">
        Nachweise und Notiz
      </Title>
      <FactList
        facts={[
          { label: 'Masernnachweis', value: seen(measles_proof_seen_at) },
          { label: 'Erweitertes Führungszeugnis', value: seen(extended_certificate_seen_at) },
        ]}
      />
      <Title order={3} className={classes.section ?? ''}>
        Notiz
      </Title>
      <p className={note ? classes.note : classes.quiet}>{note ?? 'keine'}</p>
    </Card>
  )
}
