import { Alert, Anchor, Button, Checkbox, Modal, NativeSelect, Stack, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Fragment, useCallback } from 'react'
import { PASSWORD_LINK_MINUTES } from '#contract/account/account.passwords.ts'
import { counted } from '#contract/counted.ts'
import { EMPLOYEE_TYPE_LABELS } from '#contract/employees/employee.record.ts'
import type { EmployeeRow } from '#contract/employees/employees.ts'
import { ROLE_LABELS, ROLE_SENTENCES, type Role } from '#contract/permissions.ts'
import { fullName, listName } from '#contract/person-names.ts'
import { paths } from '#web/paths.ts'
import { notify } from '#web/shell/notify.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { focusField } from '#web/ui/focus-field.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { useOpened } from '#web/ui/use-opened.ts'
import classes from './EmployeesPage.module.css'
import { accountLook } from './employee-texts.ts'
import { type Invitation, type Invitations, isHighRole, isOpen, useInvitations } from './use-invitations.ts'

const invitedText = (count: number) => counted(count, 'Person ist', 'Personen sind')

/** How far it has come with somebody: what this dialog did, or the invitation of before. */
const StateChip = ({ employee, outcome }: Invitation) => {
  if (outcome?.isDone) {
    return (
      <StatusChip tone="positive" icon="check">
        {outcome.text}
      </StatusChip>
    )
  }
  if (employee.account.state === 'none') return null
  const { text, ...look } = accountLook(employee.account)
  return <StatusChip {...look}>{text}</StatusChip>
}

const roleChoices = ({ offered }: Invitations) => [
  ...offered.map((value) => ({ value, label: ROLE_LABELS[value] })),
  { value: '', label: 'ohne Rolle' },
]

/** The choice that stands while the roles differ. */
const VARIOUS = 'various'

const rowId = (id: number) => `invite-${id}`

/** „3 eingeladen, 1 nicht: Dornbusch, Henrik“: the refused ones can be far below. */
const Outcome = ({ invitations, invitedCount }: Pick<Invitations, 'invitations' | 'invitedCount'>) => {
  const refused = invitations.filter(({ outcome }) => outcome && !outcome.isDone)
  const focusOnce = useCallback((text: HTMLElement | null) => text?.focus(), [])
  if (invitedCount === undefined || refused.length === 0) return null
  return (
    <p ref={focusOnce} tabIndex={-1} role="status" className="sh-flush">
      {`${invitedCount} eingeladen, ${refused.length} nicht: `}
      {refused.map(({ employee }, index) => (
        <Fragment key={employee.id}>
          {index > 0 && '; '}
          <Anchor component="button" type="button" onClick={() => focusField(rowId(employee.id))}>
            {listName(employee)}
          </Anchor>
        </Fragment>
      ))}
    </p>
  )
}

interface PersonProps {
  invitation: Invitation
  run: Invitations
}

const Person = ({ invitation, run }: PersonProps) => {
  const { employee, isChosen, role, outcome } = invitation
  const isNew = employee.account.state === 'none'
  return (
    <li className="sh-padded-2 sh-rule-above">
      <div className={`sh-wrap sh-spread sh-gap-3 sh-rows-1 ${classes.person}`}>
        <Checkbox
          id={rowId(employee.id)}
          className="sh-shrinks sh-breaks"
          label={listName(employee)}
          description={`${EMPLOYEE_TYPE_LABELS[employee.employee_type]} · ${employee.mail ?? ''}`}
          checked={isChosen}
          disabled={run.isRunning || outcome?.isDone === true}
          onChange={({ currentTarget }) => run.change(employee.id, { isChosen: currentTarget.checked })}
        />
        {isNew && !outcome?.isDone ? (
          <NativeSelect
            size="sm"
            aria-label={`Rolle: ${fullName(employee)}`}
            value={role}
            description={isHighRole(role) ? ROLE_SENTENCES[role] : undefined}
            inputWrapperOrder={['input', 'description']}
            disabled={run.isRunning || !isChosen}
            data={roleChoices(run)}
            onChange={({ currentTarget }) => run.change(employee.id, { role: currentTarget.value as Role | '' })}
          />
        ) : (
          <StateChip {...invitation} />
        )}
      </div>
      {outcome && !outcome.isDone && <p className="sh-bad sh-small sh-flush">{outcome.text}</p>}
    </li>
  )
}

/** Gives all new accounts one role; nothing is chosen while they differ. */
const RoleOfAllField = ({ people, run }: { people: readonly Invitation[]; run: Invitations }) => {
  const roles = new Set(people.map(({ role }) => role))
  const [shared = VARIOUS] = roles.size === 1 ? roles : [VARIOUS]
  return (
    <NativeSelect
      size="sm"
      label="Rolle für alle ohne Konto"
      value={shared}
      disabled={run.isRunning}
      data={[{ value: VARIOUS, label: 'verschiedene Rollen', disabled: true }, ...roleChoices(run)]}
      onChange={({ currentTarget }) => run.giveAll(currentTarget.value as Role | '')}
    />
  )
}

const Group = ({ title, people, run }: { title: string; people: readonly Invitation[]; run: Invitations }) =>
  people.length > 0 && (
    <section aria-label={title}>
      <Title order={3} size="h4" mb="xs">
        {`${title} (${people.filter(({ outcome }) => !outcome?.isDone).length})`}
      </Title>
      <ul className="sh-plain-list">
        {people.map((invitation) => (
          <Person key={invitation.employee.id} invitation={invitation} run={run} />
        ))}
      </ul>
    </section>
  )

/** People without an e-mail address cannot be invited; the links lead to their pages, where it is entered. */
const Unreachable = ({ people }: { people: readonly EmployeeRow[] }) =>
  people.length > 0 && (
    <p className="sh-quiet sh-flush">
      {'Ohne E-Mail-Adresse, darum hier nicht dabei: '}
      {people.map((one, index) => (
        <span key={one.id}>
          {index > 0 && ', '}
          <Link to={paths.employee(one.id)}>{fullName(one)}</Link>
        </span>
      ))}
      .
    </p>
  )

const Explanation = () => (
  <p className="sh-flush">
    {`Jede Person bekommt einen Link, um ein Passwort zu setzen; er gilt ${PASSWORD_LINK_MINUTES} Minuten. Wer ihn verpasst, fordert auf der Login-Seite mit „Passwort vergessen?“ selbst einen neuen an.`}
  </p>
)

/** Accounts and invitations for a whole staff: who has none yet, and who was invited and has not been in. */
export const InviteManyDialog = ({ rows, onGone }: { rows: readonly EmployeeRow[]; onGone: () => void }) => {
  const run = useInvitations(rows)
  const { onClose, ...modal } = useOpened(onGone)
  const { invitations, isRunning } = run
  const count = invitations.filter(isOpen).length
  const isAll = invitations.every(({ isChosen }) => isChosen)
  const send = async () => {
    const { count: done, isWhole } = await run.send()
    if (!isWhole) return
    onClose()
    notify(`${invitedText(done)} eingeladen.`)
  }
  const of = (state: EmployeeRow['account']['state']) =>
    invitations.filter(({ employee }) => employee.account.state === state)
  const fresh = of('none')
  return (
    <Modal {...modal} onClose={onClose} size={640} title="Kollegium einladen" closeOnEscape={!isRunning}>
      <Stack gap="md">
        <Explanation />
        {run.failure && (
          <Alert color="red" role="alert" title="Unterbrochen">
            {`${run.failure} Wer oben ein Häkchen ohne „eingeladen“ hat, ist noch offen; ein neuer Versuch lädt niemanden doppelt ein.`}
          </Alert>
        )}
        <Outcome {...run} />
        {invitations.length > 1 && (
          <div className="sh-wrap sh-spread sh-gap-3">
            <Checkbox
              label="Alle auswählen"
              checked={isAll}
              indeterminate={!isAll && count > 0}
              disabled={isRunning}
              onChange={() => run.chooseAll(!isAll)}
            />
            {fresh.length > 1 && <RoleOfAllField people={fresh} run={run} />}
          </div>
        )}
        <Group title="Noch kein Konto" people={fresh} run={run} />
        <Group title="Eingeladen, noch nicht angemeldet" people={of('invited')} run={run} />
        <Unreachable people={run.unreachable} />
      </Stack>
      <ButtonRow align="end" isFoot>
        <Button variant="default" onClick={isRunning ? run.stop : onClose}>
          {isRunning ? 'Anhalten' : 'Schließen'}
        </Button>
        <ActionButton isRunning={isRunning} disabled={count === 0} onClick={() => void send()}>
          {counted(count, 'Person einladen', 'Personen einladen')}
        </ActionButton>
      </ButtonRow>
    </Modal>
  )
}
