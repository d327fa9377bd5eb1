import { Card, Title } from '@mantine/core'
import { Mail, Phone } from 'lucide-react'
import { formatDate } from '#contract/dates.ts'
import type { EmployeeDetails } from '#contract/employees.ts'
import { displayPhone, phoneLink } from '#contract/phone.ts'
import { FactList } from '#web/ui/FactList.tsx'
import classes from './EmployeePage.module.css'

const day = (date: string | null) => date && formatDate(date)

const ReachList = ({ mail, phone }: Pick<EmployeeDetails, 'mail' | 'phone'>) =>
  mail === null && phone === null ? (
    <p className={classes.quiet}>Es ist keine Telefonnummer und keine E-Mail-Adresse eingetragen.</p>
  ) : (
    <ul className={classes.reach}>
      {phone && (
        <li>
          <a href={phoneLink(phone)}>
            <Phone size={20} aria-hidden />
            <span className="sh-figures">{displayPhone(phone)}</span>
          </a>
        </li>
      )}
      {mail && (
        <li>
          <a href={`mailto:${mail}`}>
            <Mail size={20} aria-hidden />
            {mail}
          </a>
        </li>
      )}
    </ul>
  )

/** How to reach somebody at work; nothing private is kept (domain §1.9). */
export const EmployeeContactCard = ({ employee }: { employee: EmployeeDetails }) => (
  <Card component="section" aria-labelledby="contact">
    <Title order={2} id="contact" mb="xs">
      Kontakt
    </Title>
    <ReachList {...employee} />
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
