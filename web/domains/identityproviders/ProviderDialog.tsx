import { Alert } from '@mantine/core'
import { useState } from 'react'
import {
  identityProviderEndpoints,
  NewProviderForm,
  PROVIDER_TEXTS,
  type Provider,
  ProviderChange,
} from '#contract/identityproviders/identityproviders.ts'
import { ProviderFacts, type ProviderKind } from '#contract/identityproviders/provider.record.ts'
import { useCall } from '#web/api/queries.ts'
import { BASE } from '#web/base-path.ts'
import { type FieldValues, fieldsIn, type InputFieldProps, inputsOf } from '#web/forms/fields.ts'
import { InputField } from '#web/forms/InputField.tsx'
import { RecordDialog } from '#web/forms/RecordDialog.tsx'
import { SecretField } from '#web/forms/SecretField.tsx'
import { type Memory, useEdit } from '#web/forms/use-edit.ts'
import { paths } from '#web/paths.ts'
import { loadProviderAnew, type SchoolChoices } from './provider-queries.ts'
import { ISSUER_EXAMPLES, isComplete, USUAL_NAMES } from './provider-texts.ts'

const PARTS = {
  facts: fieldsIn(ProviderFacts, ['kind', 'name', 'issuer', 'school_ids']),
  access: fieldsIn(ProviderFacts, ['client_id']),
  more: fieldsIn(ProviderFacts, ['second_factor_acr', 'groups_claim', 'mail_domain']),
}
/** The part of a service that one dialog edits: the service itself, its access, or further settings. */
export type ProviderPart = keyof typeof PARTS

const TITLES = { facts: 'bearbeiten', access: 'Zugangsdaten', more: 'weitere Einstellungen' }
const SECRET = 'client_secret'
const SECRET_LABEL = 'Client-Secret'

interface ProviderDialogProps extends Memory<Provider> {
  /** Missing if the dialog adds a service. */
  provider?: Provider | undefined
  part: ProviderPart
  schools: SchoolChoices
  onAdded: (id: number) => void
  onGone: () => void
}

type DialogState = Pick<ProviderDialogProps, 'provider' | 'schools' | 'part'> & { memory: Memory<Provider> }

/** Both are needed; a secret that is stored may stay. */
const missingAccess = (
  { client_id }: FieldValues,
  { secret, provider }: { secret: string; provider: Provider | undefined },
): Record<string, string> => ({
  ...(client_id ? {} : { client_id: 'Client-ID fehlt.' }),
  ...(secret || provider?.has_secret ? {} : { [SECRET]: 'Client-Secret fehlt.' }),
})

/** Keeps the secret apart from the other values, because the browser preserves those when a session ends. */
const useProviderEdit = ({ provider, schools, part, memory }: DialogState) => {
  const [secret, setSecret] = useState('')
  const fields = PARTS[part]
  // If there is one school, nobody has to choose it.
  const ownSchools = schools.length === 1 ? schools.map(({ value }) => value) : []
  const edit = useEdit({
    fields,
    loaded: provider,
    valuesOf: (base) => inputsOf(fields, base ?? { school_ids: ownSchools }),
    loadAnew: ({ id }) => loadProviderAnew(id),
    rules: { add: NewProviderForm, change: ProviderChange },
    faultsOf: (values) => (part === 'access' ? missingAccess(values, { secret, provider }) : {}),
    invalidates: [identityProviderEndpoints.list],
    ...memory,
  })
  return {
    ...edit,
    secret,
    typeSecret: (typed: string) => {
      setSecret(typed.trim())
      edit.forgetError(SECRET)
    },
  }
}
type ProviderEdit = ReturnType<typeof useProviderEdit>

/** Suggests the usual name of a kind, but never replaces a name that somebody has typed. */
const chooseKind = (edit: ProviderEdit, kind: string) => {
  const name = String(edit.values.name)
  edit.set('kind', kind)
  if (Object.values(USUAL_NAMES).includes(name)) edit.set('name', USUAL_NAMES[kind as ProviderKind] ?? '')
}

interface PartInputProps {
  edit: ProviderEdit
  input: InputFieldProps
  schools: SchoolChoices
  provider: Provider | undefined
}

const HELP = `${BASE}${paths.helpChapter('administration')}#mit-dem-konto-der-schule-anmelden`

/** Fields that say which accounts are meant; they stay while accounts are linked. */
const IDENTIFYING = ['kind', 'issuer']

const PartInput = ({ edit, input, schools, provider }: PartInputProps) => {
  const { field } = input
  if (provider && provider.identity_count > 0 && IDENTIFYING.includes(field.key))
    return <InputField {...input} field={{ ...field, isFixed: true, hint: PROVIDER_TEXTS.issuerKept }} />
  if (field.key === 'kind' && !provider)
    return <InputField {...input} onChange={(kind) => chooseKind(edit, String(kind))} />
  if (field.key === 'school_ids')
    return <InputField {...input} field={{ ...field, kind: 'several', choices: schools }} />
  // A service does not work without it, although it may be entered later.
  if (field.key === 'client_id') return <InputField {...input} field={{ ...field, isOptional: false }} />
  if (field.key !== 'issuer') return <InputField {...input} />
  const placeholder = ISSUER_EXAMPLES[edit.values.kind as ProviderKind] ?? ISSUER_EXAMPLES.other
  return (
    <>
      <InputField {...input} field={{ ...field, placeholder }} />
      {/* In a tab of its own, so that what is typed here stays. */}
      <a href={HELP} target="_blank" rel="noreferrer" className="sh-small">
        Wo Sie sie finden, steht im Handbuch
      </a>
    </>
  )
}

const SecretInput = ({ edit, hasSecret }: { edit: ProviderEdit; hasSecret: boolean }) => (
  <SecretField
    id={SECRET}
    label={SECRET_LABEL}
    description={
      hasSecret
        ? 'Ein Secret ist hinterlegt. Tragen Sie nur ein neues ein, wenn es sich geändert hat.'
        : 'Der Dienst zeigt es meist nur einmal. Es wird verschlüsselt gespeichert und nie wieder gezeigt.'
    }
    autoComplete="off"
    inputWrapperOrder={['label', 'input', 'error', 'description']}
    value={edit.secret}
    error={edit.errors[SECRET]}
    onChange={(event) => edit.typeSecret(event.currentTarget.value)}
  />
)

const DomainWarning = ({ domain }: { domain: string }) => (
  <Alert color="yellow" title="Nur für eine Domain, die Ihrer Schule gehört">
    Wer beim Dienst eine geprüfte Adresse mit @{domain} hat, kommt hier in das Konto mit derselben Adresse. Wer dort
    solche Adressen vergeben kann, kommt also auch in fremde Konten.
  </Alert>
)

/** Adds a service where people have accounts, or edits one part of it. */
export const ProviderDialog = ({ provider, part, schools, onAdded, onGone, ...memory }: ProviderDialogProps) => {
  const edit = useProviderEdit({ provider, schools, part, memory })
  const add = useCall(identityProviderEndpoints.add, edit.calls)
  const change = useCall(identityProviderEndpoints.change, edit.calls)
  const { secret, values } = edit
  const addNew = async (body: typeof edit.whole, idempotencyKey: string) => {
    const reply = await add.run({ body, idempotencyKey })
    if (reply) onAdded(reply.id)
    return reply
  }
  return (
    <RecordDialog
      title={provider ? `${provider.name}: ${TITLES[part]}` : 'Anmeldedienst hinzufügen'}
      action={provider ? 'Übernehmen' : 'Weiter'}
      size={640}
      edit={edit}
      focus={part === 'facts' && provider ? 'name' : PARTS[part][0]?.key}
      labels={{ [SECRET]: SECRET_LABEL }}
      renderInput={(input) => <PartInput edit={edit} input={input} schools={schools} provider={provider} />}
      sendsUnchanged={secret !== '' || (part === 'access' && provider !== undefined && !isComplete(provider))}
      onAdd={addNew}
      onChange={({ id, version }, changes) =>
        change.run({ params: { id }, body: { ...changes, ...(secret && { client_secret: secret }), version } })
      }
      isRunning={add.isRunning || change.isRunning}
      onGone={onGone}
    >
      {part === 'access' && <SecretInput edit={edit} hasSecret={provider?.has_secret ?? false} />}
      {values.mail_domain ? <DomainWarning domain={String(values.mail_domain)} /> : null}
    </RecordDialog>
  )
}
