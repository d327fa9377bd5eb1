import { Button, Modal, Stack } from '@mantine/core'
import { useState } from 'react'
import { type EmployeeDetails, employeeEndpoints } from '#contract/employees/employees.ts'
import { ROLE_LABELS, ROLE_SENTENCES } from '#contract/permissions.ts'
import { fullName } from '#contract/person-names.ts'
import { useCall } from '#web/api/queries.ts'
import { useSendKey } from '#web/api/use-send-key.ts'
import { ErrorSummary } from '#web/forms/ErrorSummary.tsx'
import { RadioField } from '#web/forms/RadioField.tsx'
import { notify } from '#web/shell/notify.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { useOpened } from '#web/ui/use-opened.ts'
import { CHANGED_BY_EMPLOYEES } from './employee-queries.ts'
import { useOfferedRoles, usualRole } from './use-invitations.ts'

const LABELS = { role: 'Rolle', mail: 'E-Mail', lastname: 'Name', user_id: 'Konto' }

/** Makes the account of somebody and sends the invitation to the address that is entered here (ux §3.6). */
export const InviteEmployeeDialog = ({ employee, onGone }: { employee: EmployeeDetails; onGone: () => void }) => {
  const offered = useOfferedRoles()
  const [role, setRole] = useState(usualRole(employee, offered))
  const [refusal, setRefusal] = useState<{ errors: Record<string, string>; attempt: number }>()
  const { onClose, ...modal } = useOpened(onGone)
  const keyFor = useSendKey()
  const { run, isRunning } = useCall(employeeEndpoints.invite, {
    invalidates: CHANGED_BY_EMPLOYEES,
    onFieldErrors: (errors) => setRefusal((last) => ({ errors, attempt: (last?.attempt ?? 0) + 1 })),
  })
  const send = async () => {
    const body = { role: role || null }
    const reply = await run({ params: { id: employee.id }, body, idempotencyKey: keyFor(body) })
    if (!reply) return
    onClose()
    notify(reply.message)
  }
  return (
    <Modal {...modal} onClose={onClose} size={560} title="Konto anlegen und einladen">
      <Stack gap="md">
        {refusal && <ErrorSummary {...refusal} labels={LABELS} />}
        <p className="sh-flush">
          {fullName(employee)} bekommt an <strong>{employee.mail}</strong> einen Link, um ein Passwort zu setzen.
        </p>
        <RadioField
          id="role"
          label={LABELS.role}
          value={role}
          onChange={setRole}
          error={refusal?.errors.role}
          options={[...offered, '' as const].map((value) => ({
            value,
            label: value ? ROLE_LABELS[value] : 'ohne Rolle',
            description: ROLE_SENTENCES[value],
          }))}
        />
      </Stack>
      <ButtonRow align="end" isFoot>
        <Button variant="default" onClick={onClose}>
          Abbrechen
        </Button>
        <ActionButton isRunning={isRunning} onClick={() => void send()}>
          Konto anlegen
        </ActionButton>
      </ButtonRow>
    </Modal>
  )
}
