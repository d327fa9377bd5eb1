import { Link } from '@tanstack/react-router'
import { Link2, Mail, Unlink, UserPlus } from 'lucide-react'
import { PASSWORD_LINK_MINUTES } from '#contract/account/account.passwords.ts'
import type { EmployeeDetails } from '#contract/employees/employees.ts'
import { ROLE_LABELS } from '#contract/permissions.ts'
import { UNREACHABLE_LABELS } from '#contract/unreachable.ts'
import { useMay } from '#web/api/base-data.ts'
import { paths } from '#web/paths.ts'
import { FactList } from '#web/ui/FactList.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import { inviteAgain, unlinkAccount } from './employee-actions.tsx'
import { accountLook, isEndDecided } from './employee-texts.ts'
import type { EmployeeDialogs } from './use-employee-dialogs.tsx'

interface EmployeeAccountCardProps {
  employee: EmployeeDetails
  dialogs: Pick<EmployeeDialogs, 'open'>
}

/** The two ways to an account, or why there is none now. */
const WithoutAccount = ({ employee, dialogs }: EmployeeAccountCardProps) => {
  const mayInvite = useMay()('manage users')
  const { id, mail, active } = employee
  if (!active) return <p className="sh-quiet sh-flush">Wer ausgeschieden ist, bekommt kein Konto mehr.</p>
  return (
    <>
      <p className="sh-quiet sh-flush">
        {mayInvite && mail === null
          ? 'Für eine Einladung tragen Sie bitte zuerst eine E-Mail-Adresse ein.'
          : 'Ohne Konto kann sich diese Person nicht anmelden.'}
        {!mayInvite && ' Einladen kann, wer Benutzer verwalten darf.'}
      </p>
      <div className="sh-wrap sh-gap-2 sh-above-4 sh-screen-only">
        {mayInvite && mail !== null && (
          <IconButton icon={UserPlus} onClick={() => dialogs.open('invite', id)}>
            Konto anlegen und einladen
          </IconButton>
        )}
        <IconButton icon={Link2} onClick={() => dialogs.open('link', id)}>
          Mit Konto verknüpfen
        </IconButton>
      </div>
    </>
  )
}

const WithAccount = ({ employee }: { employee: EmployeeDetails }) => {
  const mayManage = useMay()('manage users')
  const { email, role, state, unreachable } = employee.account
  return (
    <>
      <FactList
        facts={[
          {
            label: 'Anmeldung mit',
            value: email && (
              <Link to={paths.users} search={{ search: email }}>
                {email}
              </Link>
            ),
          },
          { label: 'Rolle', value: mayManage && state !== 'closed' && (role ? ROLE_LABELS[role] : 'ohne Rolle') },
        ]}
      />
      {unreachable && (
        <p className="sh-bad sh-flush">
          {`E-Mails an die Adresse des Kontos kommen zurück. ${UNREACHABLE_LABELS[unreachable]}`}
        </p>
      )}
      {state === 'closed' && (
        <p className="sh-quiet sh-flush">Das Konto ist gelöscht oder gehört nicht mehr zu dieser Schule.</p>
      )}
      <div className="sh-wrap sh-gap-2 sh-above-4 sh-screen-only">
        {state === 'invited' && mayManage && (
          <span className="sh-chips sh-gap-2 sh-rows-1">
            <IconButton icon={Mail} onClick={() => void inviteAgain(employee)}>
              Einladung erneut senden
            </IconButton>
            <span className="sh-quiet sh-flush">{PASSWORD_LINK_MINUTES} Minuten gültig</span>
          </span>
        )}
        {(mayManage || !isEndDecided(employee)) && (
          <IconButton icon={Unlink} onClick={() => void unlinkAccount(employee)}>
            Verknüpfung lösen
          </IconButton>
        )}
      </div>
    </>
  )
}

/** The account of somebody: how far it has come, and what can be done (ux §3.6). */
export const EmployeeAccountCard = ({ employee, dialogs }: EmployeeAccountCardProps) => {
  const { text, ...look } = accountLook(employee.account)
  return (
    <TitledCard id="account" title="Konto" gap="xs">
      {employee.account.state === 'none' ? (
        <p className="sh-flush">{text}</p>
      ) : (
        <div>
          <StatusChip {...look}>{text}</StatusChip>
        </div>
      )}
      {employee.account.state === 'none' ? (
        <WithoutAccount employee={employee} dialogs={dialogs} />
      ) : (
        <WithAccount employee={employee} />
      )}
    </TitledCard>
  )
}
