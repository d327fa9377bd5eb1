import type { DataCheckFamily } from '#contract/datachecks/datachecks.family.ts'
import { NEW_CONTACTS_MAX, REMARKS_MAX } from '#contract/datachecks/datachecks.texts.ts'
import { joinedWords } from '#contract/joined-words.ts'
import { NativeAreaField } from '#web/ui/native/NativeAreaField.tsx'
import { NativeButton, NativeButtonRow } from '#web/ui/native/NativeButton.tsx'
import { NativeCheckField } from '#web/ui/native/NativeCheckField.tsx'
import { NativeErrorSummary } from '#web/ui/native/NativeErrorSummary.tsx'
import { NativeNotice } from '#web/ui/native/NativeNotice.tsx'
import { NativeTextField } from '#web/ui/native/NativeTextField.tsx'
import { CHECK_LABELS, refusalText } from './check-answers.ts'
import classes from './DataCheck.module.css'
import { type CheckForm, type CheckFormProps, useCheckForm } from './use-check-form.ts'

const PHONES = ['phone_mobile', 'phone_home', 'phone_work'] as const

const PersonCard = ({ form }: { form: CheckForm }) => (
  <section className={classes.card}>
    <h2 className={classes.cardTitle}>So erreichen wir Sie</h2>
    {PHONES.map((phone) => (
      <NativeTextField
        key={phone}
        label={CHECK_LABELS[phone]}
        isOptional="silent"
        type="tel"
        size="middle"
        {...form.textOf(`person.${phone}`)}
      />
    ))}
    <NativeTextField
      label={CHECK_LABELS.mail}
      isOptional="silent"
      type="email"
      inputMode="email"
      {...form.textOf('person.mail')}
    />
  </section>
)

interface AddressProps {
  form: CheckForm
  address: DataCheckFamily['addresses'][number]
  prefix: string
}

const AddressCard = ({ form, address: { children }, prefix }: AddressProps) => (
  <section className={classes.card}>
    <h2 className={classes.cardTitle}>
      {children.length === 0 ? 'Ihre Anschrift' : `Anschrift von ${joinedWords(children)}`}
    </h2>
    <div className={classes.pair}>
      <NativeTextField label={CHECK_LABELS.street} isOptional="silent" {...form.textOf(`${prefix}.street`)} />
      <NativeTextField
        label={CHECK_LABELS.house_number}
        isOptional="silent"
        {...form.textOf(`${prefix}.house_number`)}
      />
    </div>
    <NativeTextField
      label={CHECK_LABELS.address_extra}
      isOptional="silent"
      {...form.textOf(`${prefix}.address_extra`)}
    />
    <div className={classes.pair} data-zip>
      <NativeTextField
        label={CHECK_LABELS.zip}
        isOptional="silent"
        inputMode="numeric"
        {...form.textOf(`${prefix}.zip`)}
      />
      <NativeTextField label={CHECK_LABELS.city} isOptional="silent" {...form.textOf(`${prefix}.city`)} />
    </div>
  </section>
)

/** Names a person for a reader who hears only this group. */
const ContactFields = ({ form, prefix, number }: { form: CheckForm; prefix: string; number: number }) => (
  <fieldset className={classes.contact}>
    <legend className={classes.legend}>{`Person ${number}`}</legend>
    <div className={classes.pair} data-even>
      <NativeTextField label={CHECK_LABELS.firstname} {...form.textOf(`${prefix}.firstname`)} />
      <NativeTextField label={CHECK_LABELS.lastname} {...form.textOf(`${prefix}.lastname`)} />
    </div>
    <div className={classes.pair} data-even>
      <NativeTextField label={CHECK_LABELS.relation} isOptional="silent" {...form.textOf(`${prefix}.relation`)} />
      <NativeTextField label={CHECK_LABELS.phone} type="tel" {...form.textOf(`${prefix}.phone`)} />
    </div>
    <NativeCheckField label="Im Notfall anrufen" {...form.checkOf(`${prefix}.is_emergency`)} />
    <NativeCheckField label="Darf abholen" {...form.checkOf(`${prefix}.may_pickup`)} />
    <NativeCheckField
      label={form.isKnown(`${prefix}.phone`) ? 'Diese Person bitte streichen' : 'Doch nicht angeben'}
      {...form.checkOf(`${prefix}.is_gone`)}
    />
  </fieldset>
)

interface ChildProps {
  form: CheckForm
  child: DataCheckFamily['children'][number]
  index: number
}

const ContactsCard = ({ form, child: { firstname, contacts }, index }: ChildProps) => {
  if (!contacts) return null
  const count = form.countContacts(index)
  return (
    <section className={classes.card}>
      <h2 className={classes.cardTitle}>{`Weitere Kontaktpersonen für ${firstname}`}</h2>
      <p className={classes.text}>Wen dürfen wir außer Ihnen anrufen, und wer darf {firstname} abholen?</p>
      {Array.from({ length: count }, (_, number) => `children.${index}.contacts.${number}`).map((prefix, number) => (
        <ContactFields key={prefix} {...{ form, prefix, number: number + 1 }} />
      ))}
      {count < contacts.length + NEW_CONTACTS_MAX && (
        <NativeButton onClick={() => form.addContact(index)}>Weitere Person angeben</NativeButton>
      )}
    </section>
  )
}

/** Whoever has answered is done: a further press is offered for further changes alone. */
const SendRow = ({ form, isAnswered }: { form: CheckForm; isAnswered: boolean }) =>
  (form.isDirty || !isAnswered) && (
    <NativeButtonRow>
      <NativeButton look="primary" type="submit" isBusy={form.isBusy} keepsFocus>
        {form.isDirty ? 'Änderungen senden' : 'Alles stimmt'}
      </NativeButton>
    </NativeButtonRow>
  )

/** The data of a guardian, each value in its field; one button confirms it, or sends what was changed. */
export const DataCheckForm = (props: CheckFormProps) => {
  const { page, onReload } = props
  const form = useCheckForm(props)
  return (
    <form noValidate onSubmit={form.onSubmit}>
      <NativeErrorSummary
        attempt={form.attempt}
        errors={Object.entries(form.errors).map(([id, text]) => ({
          id,
          text: refusalText(id, { text, isMissing: form.isMissing(id) }),
        }))}
      />
      <PersonCard form={form} />
      {page.addresses.map((address, index) => (
        <AddressCard key={address.children.join()} {...{ form, address, prefix: `addresses.${index}` }} />
      ))}
      {page.children.map((child, index) => (
        <ContactsCard key={`${child.firstname} ${child.schoolclass}`} {...{ form, child, index }} />
      ))}
      <section className={classes.card}>
        <h2 className={classes.cardTitle}>Noch etwas?</h2>
        <NativeAreaField
          label={CHECK_LABELS.remarks}
          isOptional="silent"
          hint="Zum Beispiel ein neuer Name oder ein Umzug ins Ausland. Bitte nichts über Gesundheit."
          max={REMARKS_MAX}
          {...form.textOf('remarks')}
        />
      </section>
      <div role="alert">
        {form.failure && (
          <NativeNotice tone="negative">
            <p>{form.failure}</p>
            {form.isStale && <NativeButton onClick={onReload}>Angaben neu laden</NativeButton>}
          </NativeNotice>
        )}
      </div>
      <SendRow form={form} isAnswered={page.answer !== 'none'} />
    </form>
  )
}
