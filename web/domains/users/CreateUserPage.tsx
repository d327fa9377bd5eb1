import { Button, Card, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Users } from 'lucide-react'
import { useState } from 'react'
import type { z } from 'zod'
import { mayGiveRight, NewUserForm, type PersonalRight, userEndpoints } from '#contract/users/users.ts'
import { useMay, useSignedIn } from '#web/api/base-data.ts'
import { useCall } from '#web/api/queries.ts'
import { EditForm } from '#web/forms/EditForm.tsx'
import { type InputFieldProps, inputsOf } from '#web/forms/fields.ts'
import { InputField } from '#web/forms/InputField.tsx'
import { saverOf, type TypedInput, useEdit } from '#web/forms/use-edit.ts'
import { usePreservedInput } from '#web/forms/use-preserved-input.ts'
import { useUrlSearch } from '#web/lists/use-url-search.ts'
import { paths } from '#web/paths.ts'
import { alertDialog } from '#web/shell/dialogs.tsx'
import { NoSchoolPage } from '#web/shell/NoSchoolPage.tsx'
import { PageHead } from '#web/shell/PageHead.tsx'
import { useUnsavedChanges } from '#web/shell/use-unsaved-changes.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { focusField } from '#web/ui/focus-field.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { linkTarget } from '#web/ui/link-target.ts'
import { RightField, ROLE_FACTS, RoleField } from './RoleField.tsx'
import { userListQuery } from './user-list.ts'
import {
  ACCOUNT_FIELDS,
  addressFault,
  headWith,
  INVITATION_HINT,
  isAsked,
  nameLengthText,
  useHeldAddress,
} from './user-rules.ts'

const TITLE = 'Neuen User Anlegen'

/** Name and address stand beside each other, so that the roles stay in sight below two errors. */
const FIELDS = ACCOUNT_FIELDS.map((field) =>
  field.key === 'name' || field.key === 'email' ? { ...field, isHalf: true as const } : field,
)

/** The alert has said that the account is there. */
const MadeLink = ({ name }: { name: string }) => (
  <p className="sh-flush sh-below-3">
    <Link {...linkTarget(`${paths.users}?search=${encodeURIComponent(name)}`)}>
      {`${name} in der Benutzer Verwaltung ansehen`}
    </Link>
  </p>
)

const CreateUserForm = () => {
  const navigate = useNavigate()
  const wish = useUrlSearch().get('role')
  const held = useHeldAddress()
  const [made, setMade] = useState<string>()
  const baseData = useSignedIn()
  const giver = { role: baseData?.user.role ?? null, permissions: baseData?.permissions ?? [] }
  const mayGive = (right: PersonalRight) => mayGiveRight(giver, right)
  /** A link can choose Schulleitung, with all rights that the viewer may give. */
  const [first] = useState(() => ({
    ...inputsOf(ACCOUNT_FIELDS, undefined),
    ...(wish === 'schooladmin' && headWith(mayGive)),
  }))
  const { data: facts = ROLE_FACTS } = useQuery({
    ...userListQuery,
    enabled: useMay()('manage users'),
    meta: { quiet: true },
  })
  const edit = useEdit<never, z.input<typeof NewUserForm>>({
    fields: FIELDS,
    asks: isAsked,
    loaded: undefined,
    valuesOf: () => first,
    loadAnew: async () => undefined,
    rules: { add: NewUserForm },
    faultsOf: ({ email }) => addressFault(held.textFor(email)),
    invalidates: [userEndpoints.list],
    ...usePreservedInput<TypedInput<never>>(),
  })
  useUnsavedChanges(edit.isDirty)
  const add = useCall(userEndpoints.add, edit.calls)
  const saver = saverOf(edit, {
    // Spec §4: the form is cleared, and an alert says so.
    onAdd: async ({ roles = [], ...account }, idempotencyKey) => {
      // Name and address alone, unless a role was chosen (domain §9c).
      const body = roles.length > 0 ? { ...account, roles } : account
      const reply = await add.run({ body, idempotencyKey })
      if (!reply) return undefined
      edit.fillIn(first)
      await alertDialog({ message: reply.message, type: 'positive' })
      setMade(account.name)
      focusField('name')
      return undefined
    },
    close: () => {},
    isRunning: add.isRunning,
  })
  const drawInput = (input: InputFieldProps) => {
    const { key } = input.field
    if (key === 'name') return <InputField {...input} field={{ ...input.field, hint: nameLengthText(input.value) }} />
    if (key === 'email') return <InputField {...input} error={input.error ?? held.textFor(input.value)} />
    if (key === 'roles') return <RoleField edit={edit} input={input} facts={facts} mayGive={mayGive} />
    return <RightField input={input} isFixed={false} mayGive={mayGive(key as PersonalRight)} />
  }
  return (
    <>
      {made && <MadeLink name={made} />}
      <EditForm
        edit={edit}
        {...saver}
        renderInput={drawInput}
        foot={
          <ButtonRow>
            <Button variant="default" size="md" onClick={() => void navigate({ to: paths.users })}>
              Abbrechen
            </Button>
            <ActionButton type="submit" size="md" isRunning={add.isRunning}>
              User anlegen
            </ActionButton>
          </ButtonRow>
        }
      >
        <Text c="dimmed" mb="md">
          {INVITATION_HINT}
        </Text>
      </EditForm>
    </>
  )
}

const NotOffered = () => (
  <Stack gap="md">
    {/* Spec §2, verbatim: not the text of a refused call. */}
    <Text>Diese Funktion steht ihnen nicht zur Verfügung</Text>
    <Link to={paths.home}>Zur Startseite</Link>
  </Stack>
)

/** Spec §2: an account by name and address; a role may be chosen and is none at first (domain §9c). */
export const CreateUserPage = () => {
  const may = useMay()
  const navigate = useNavigate()
  const school = useSignedIn()?.school
  if (may('manage user') && !school) return <NoSchoolPage />
  return (
    <>
      <PageHead
        crumbs={[{ text: 'Benutzer Verwaltung', to: paths.users }]}
        actions={
          may('manage user') && (
            <IconButton icon={Users} onClick={() => void navigate({ to: paths.users })}>
              Mitarbeiter-Verwaltung
            </IconButton>
          )
        }
      >
        {TITLE}
      </PageHead>
      <Card maw={600}>{may('manage user') ? <CreateUserForm /> : <NotOffered />}</Card>
    </>
  )
}
