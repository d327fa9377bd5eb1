import { useRef, useState } from 'react'
import { type EmployeeRow, employeeEndpoints } from '#contract/employees/employees.ts'
import { ROLE_LABELS, ROLES, type Role } from '#contract/permissions.ts'
import { comparePersons } from '#contract/text-order.ts'
import { mayGiveRole, userEndpoints } from '#contract/users/users.ts'
import { useSignedIn } from '#web/api/base-data.ts'
import { ApiFailure, call } from '#web/api/client.ts'
import { failureText } from '#web/api/errors.ts'
import { useSendKey } from '#web/api/use-send-key.ts'
import { useLeaveQuestion } from '#web/ui/use-leave-question.ts'
import { refreshEmployees } from './employee-queries.ts'

/** The roles that the signed-in person may give. */
export const useOfferedRoles = () => {
  const own = useSignedIn()?.user.role ?? null
  return ROLES.filter((role) => mayGiveRole(own, role))
}

/** What is usual for somebody of this kind; empty: no role. */
export const usualRole = (
  { employee_type }: Pick<EmployeeRow, 'employee_type'>,
  offered: readonly Role[],
): Role | '' => {
  const isOffice = employee_type === 'management' || employee_type === 'secretary'
  const usual = isOffice ? 'schooladmin' : 'teacher_level_1'
  return offered.includes(usual) ? usual : ''
}

/** A role that may do more than a teacher: whoever sends the invitations is told so. */
export const isHighRole = (role: Role | '') => role === 'admin' || role === 'schooladmin'

const isHere = ({ active }: EmployeeRow) => active
const hasMail = ({ mail }: EmployeeRow) => mail !== null
const hasAccount = (state: EmployeeRow['account']['state']) => (row: EmployeeRow) => row.account.state === state

/** Who works here and cannot sign in yet: never invited, invited without having been in, and without an address. */
export const withoutLogin = (rows: readonly EmployeeRow[]) => {
  const here = rows.filter(isHere).toSorted(comparePersons)
  const uninvited = here.filter(hasAccount('none'))
  return {
    fresh: uninvited.filter(hasMail),
    waiting: here.filter(hasAccount('invited')),
    unreachable: uninvited.filter((row) => !hasMail(row)),
  }
}

/**
 * Whose invitation has not arrived or is over is asked again; the others still have time. An address that cannot be
 * reached is changed first.
 */
const isOver = ({ account: { invitation, unreachable } }: EmployeeRow) =>
  unreachable === null && (invitation === 'expired' || invitation === 'failed')

export interface Invitation {
  employee: EmployeeRow
  isChosen: boolean
  /** The role of the new account; an account that exists keeps the role it has. */
  role: Role | ''
  /** What came of it; undefined: not sent yet, or no answer came. */
  outcome?: { isDone: boolean; text: string }
}

/**
 * A refusal is about one person, whom somebody may have invited a minute ago; everything else, such as a lost connection,
 * is about all that follow.
 */
const isRefusal = (failure: unknown) => failure instanceof ApiFailure && [404, 409, 422, 429].includes(failure.status)

export const isOpen = ({ isChosen, outcome }: Invitation) => isChosen && !outcome?.isDone

/** What the row says afterwards. */
const inviteOne = async ({ employee: { id, account }, role }: Invitation, keyFor: ReturnType<typeof useSendKey>) => {
  if (account.user_id !== null) {
    await call(userEndpoints.invite, { params: { id: account.user_id } })
    return 'erneut eingeladen'
  }
  const body = { role: role || null }
  await call(employeeEndpoints.invite, { params: { id }, body, idempotencyKey: keyFor({ id, ...body }) })
  return role ? `eingeladen als ${ROLE_LABELS[role]}` : 'eingeladen ohne Rolle'
}

/** Invites colleagues one after the other; what is refused says why and stays chosen for another try. */
export const useInvitations = (rows: readonly EmployeeRow[]) => {
  const offered = useOfferedRoles()
  const keyFor = useSendKey()
  const isCancelled = useRef(false)
  const [isRunning, setRunning] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [invitedCount, setInvitedCount] = useState<number>()
  // Read once: the list changes with each invitation, and the rows of the dialog keep their places.
  const [people] = useState(() => withoutLogin(rows))
  const [invitations, setInvitations] = useState<readonly Invitation[]>(() => [
    ...people.fresh
      .map((employee) => ({ employee, isChosen: true, role: usualRole(employee, offered) }))
      // Who gets a high role is in sight when the dialog opens.
      .toSorted((a, b) => Number(isHighRole(b.role)) - Number(isHighRole(a.role))),
    ...people.waiting.map((employee) => ({ employee, isChosen: isOver(employee), role: '' as const })),
  ])
  useLeaveQuestion(isRunning)

  const change = (id: number, part: Partial<Omit<Invitation, 'employee'>>) =>
    setInvitations((before) => before.map((one) => (one.employee.id === id ? { ...one, ...part } : one)))

  /** False: it was refused, and the row says why. */
  const tryOne = async (one: Invitation) => {
    const { id } = one.employee
    try {
      const text = await inviteOne(one, keyFor)
      change(id, { outcome: { isDone: true, text } })
      return true
    } catch (refused) {
      if (!isRefusal(refused)) throw refused
      change(id, { outcome: { isDone: false, text: failureText(refused) } })
      return false
    }
  }

  /** Answers how many were invited, and whether nobody is left. */
  const send = async () => {
    isCancelled.current = false
    setRunning(true)
    setFailure(undefined)
    setInvitedCount(undefined)
    const open = invitations.filter(isOpen)
    let count = 0
    try {
      for (const one of open) {
        if (isCancelled.current) break
        if (await tryOne(one)) count += 1
      }
    } catch (broken) {
      setFailure(failureText(broken))
    }
    setRunning(false)
    setInvitedCount(count)
    void refreshEmployees()
    return { count, isWhole: count === open.length }
  }

  return {
    invitations,
    unreachable: people.unreachable,
    offered,
    isRunning,
    failure,
    /** How many the last press invited; undefined before and while it runs. */
    invitedCount,
    change,
    /** Gives every account that is still to be made the same role. */
    giveAll: (role: Role | '') =>
      setInvitations((before) =>
        before.map((one) => (one.employee.account.state === 'none' && !one.outcome?.isDone ? { ...one, role } : one)),
      ),
    chooseAll: (isChosen: boolean) => setInvitations((before) => before.map((one) => ({ ...one, isChosen }))),
    send,
    stop: () => {
      isCancelled.current = true
    },
  }
}
export type Invitations = ReturnType<typeof useInvitations>
