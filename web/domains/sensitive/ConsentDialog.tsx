import { Checkbox, Group, Modal, Radio, Stack } from '@mantine/core'
import { CONSENT_TEXTS, type ConsentDecision, type ConsentPurpose } from '#contract/consents/consents.state.ts'
import { ConsentForm, type ConsentReply, consentEndpoints } from '#contract/consents/consents.ts'
import { useToday } from '#web/api/base-data.ts'
import { useCall } from '#web/api/queries.ts'
import { useSendKey } from '#web/api/use-send-key.ts'
import { DateField } from '#web/forms/DateField.tsx'
import { DialogButtonRow } from '#web/forms/DialogButtonRow.tsx'
import { ErrorSummary } from '#web/forms/ErrorSummary.tsx'
import { useCheckedForm } from '#web/forms/use-checked-form.ts'
import { useLeavableDialog } from '#web/forms/use-leavable-dialog.ts'
import { notify } from '#web/shell/notify.tsx'
import classes from './Sensitive.module.css'
import { CHANGED_BY_CONSENTS } from './sensitive-query.ts'

const LABELS = {
  decision: 'Entscheidung',
  given_by_guardian_ids: 'Wer hat sich erklärt?',
  pupil_decision: 'Wer hat sich erklärt?',
  method: 'Form',
  given_at: 'Erklärt am',
}

/** The child among those who decide. */
const PUPIL = 'pupil'

interface Values extends Record<string, unknown> {
  decision: ConsentDecision
  givers: string[]
  method: ConsentForm['method']
  given_at: string
}

const bodyOf = (purpose: ConsentPurpose, { decision, givers, method, given_at }: Values) => ({
  purpose,
  decision,
  method,
  given_at,
  given_by_guardian_ids: givers.filter((one) => one !== PUPIL).map(Number),
  pupil_decision: givers.includes(PUPIL) ? decision : null,
})

const givenBefore = ({ custodians, voice }: ConsentReply, today: string): Values => ({
  decision: 'granted',
  givers: [
    ...(voice === 'alone' ? [] : custodians.map(({ guardian_id }) => String(guardian_id))),
    ...(voice === 'none' ? [] : [PUPIL]),
  ],
  method: 'paper',
  given_at: today,
})

interface ConsentDialogProps {
  pupilId: number
  purpose: ConsentPurpose
  reply: ConsentReply
  onGone: () => void
}

const useConsentDialog = ({ pupilId, purpose, reply, onGone }: ConsentDialogProps) => {
  const before = givenBefore(reply, useToday())
  const { form, attempt, onSubmit, refuse } = useCheckedForm(ConsentForm.pick({ given_at: true }), before)
  const dialog = useLeavableDialog(JSON.stringify(form.values) !== JSON.stringify(before), onGone)
  const keyFor = useSendKey()
  const { run, isRunning } = useCall(consentEndpoints.record, {
    invalidates: CHANGED_BY_CONSENTS,
    onFieldErrors: refuse,
  })
  const submit = onSubmit(async (values) => {
    const body = bodyOf(purpose, values)
    const answer = await run({ params: { id: pupilId }, body, idempotencyKey: keyFor(body) })
    if (!answer) return
    dialog.close()
    notify(answer.message)
  })
  return { ...dialog, form, attempt, submit, isRunning }
}

interface GiversFieldProps {
  form: ReturnType<typeof useConsentDialog>['form']
  reply: ConsentReply
}

const GiversField = ({ form, reply: { custodians, voice } }: GiversFieldProps) => (
  <Checkbox.Group
    id="given_by_guardian_ids"
    label={LABELS.given_by_guardian_ids}
    error={form.errors.given_by_guardian_ids ?? form.errors.pupil_decision}
    {...form.getInputProps('givers')}
  >
    <Stack gap="xs" mt="xs">
      {voice !== 'alone' &&
        custodians.map(({ guardian_id, name }) => (
          <Checkbox key={guardian_id} value={String(guardian_id)} label={name} />
        ))}
      {voice !== 'none' && <Checkbox value={PUPIL} label="das Kind selbst" />}
    </Stack>
  </Checkbox.Group>
)

/** Who decided what and how, for one purpose (domain §1.12). */
export const ConsentDialog = (props: ConsentDialogProps) => {
  const { purpose, reply } = props
  const { form, attempt, submit, isRunning, modal, leave } = useConsentDialog(props)
  const { label, text } = CONSENT_TEXTS[purpose]
  const errors = form.errors
  return (
    <Modal {...modal} size={560} title={`Einwilligung: ${label}`}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <ErrorSummary errors={errors} labels={LABELS} attempt={attempt} />
          <p className={classes.wording}>{text}</p>
          <Radio.Group label={LABELS.decision} {...form.getInputProps('decision')}>
            <Group mt="xs">
              <Radio value="granted" label="erteilt" data-autofocus />
              <Radio value="refused" label="abgelehnt" />
            </Group>
          </Radio.Group>
          <GiversField form={form} reply={reply} />
          <Radio.Group label={LABELS.method} {...form.getInputProps('method')}>
            <Group mt="xs">
              <Radio value="paper" label="auf Papier" />
              <Radio value="online" label="online" />
            </Group>
          </Radio.Group>
          <DateField
            id="given_at"
            label={LABELS.given_at}
            value={form.values.given_at}
            onChange={(day) => form.setFieldValue('given_at', day)}
            error={errors.given_at}
            today={useToday()}
            max={useToday()}
            autoComplete="off"
          />
        </Stack>
        <DialogButtonRow action="Eintragen" isRunning={isRunning} onLeave={() => void leave()} />
      </form>
    </Modal>
  )
}
