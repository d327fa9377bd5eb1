import { Button, Modal, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type EmployeeDetails, employeeEndpoints } from '#contract/employees/employees.ts'
import { MESSAGES } from '#contract/formats.ts'
import { fullName } from '#contract/person-names.ts'
import { queryFor, useCall } from '#web/api/queries.ts'
import { TypedSelectField } from '#web/forms/TypedSelectField.tsx'
import { notify } from '#web/shell/notify.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { NotLoaded } from '#web/ui/EmptyState.tsx'
import { useOpened } from '#web/ui/use-opened.ts'
import { CHANGED_BY_EMPLOYEES } from './employee-queries.ts'

const optionsQuery = queryFor(employeeEndpoints.formOptions, {}, { quiet: true })

/** An account of the school becomes that of this person: classes and pupils are attached through it (domain §4). */
export const LinkAccountDialog = ({ employee, onGone }: { employee: EmployeeDetails; onGone: () => void }) => {
  const options = useQuery({ ...optionsQuery, staleTime: 0 })
  const [chosen, setChosen] = useState<string | null>(null)
  const [error, setError] = useState<string>()
  const { onClose, ...modal } = useOpened(onGone)
  const { run, isRunning } = useCall(employeeEndpoints.link, {
    invalidates: CHANGED_BY_EMPLOYEES,
    onFieldErrors: ({ user_id }) => setError(user_id),
  })
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (chosen === null) return setError(MESSAGES.required)
    const reply = await run({ params: { id: employee.id }, body: { user_id: Number(chosen) } })
    if (!reply) return
    onClose()
    notify(reply.message)
  }
  const users = options.data?.users ?? []
  return (
    <Modal {...modal} onClose={onClose} size={560} title={`Mit Konto verknüpfen: ${fullName(employee)}`}>
      <form onSubmit={(event) => void save(event)} noValidate>
        <Stack gap="md">
          <p className="sh-flush">
            Wer sich mit diesem Konto anmeldet, sieht die Klassen von {fullName(employee)}. Zur Auswahl stehen Konten
            dieser Schule, die noch zu niemandem gehören.
          </p>
          {options.isError ? (
            <NotLoaded onRetry={() => void options.refetch()} />
          ) : (
            <TypedSelectField
              id="user_id"
              label="Konto"
              data-autofocus
              data={users.map(({ id, name, email }) => ({
                value: String(id),
                label: email === null ? name : `${name} (${email})`,
              }))}
              unknownMessage="Bitte wählen Sie ein Konto aus der Liste."
              nothingFoundMessage="Kein Konto gefunden."
              placeholder={
                options.data && users.length === 0 ? 'Alle Konten gehören schon zu jemandem.' : 'Konto wählen'
              }
              value={chosen}
              error={error}
              onChange={(value) => {
                setChosen(value)
                setError(undefined)
              }}
            />
          )}
        </Stack>
        <ButtonRow align="end" isFoot>
          <Button variant="default" onClick={onClose}>
            Abbrechen
          </Button>
          <ActionButton type="submit" isRunning={isRunning}>
            Verknüpfen
          </ActionButton>
        </ButtonRow>
      </form>
    </Modal>
  )
}
