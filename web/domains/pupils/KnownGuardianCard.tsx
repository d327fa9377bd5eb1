import { Button, Text } from '@mantine/core'
import pairs from '#web/forms/forms.module.css'
import { InputField } from '#web/forms/InputField.tsx'
import { KNOWN_RELATION_FIELD } from './new-pupil-form.ts'
import type { NewPupilDraft } from './use-new-pupil.ts'

/** A sibling's guardian, taken over for the new child: only what the person is for it is asked. */
export const KnownGuardianCard = ({ draft }: { draft: NewPupilDraft }) => {
  const { key } = KNOWN_RELATION_FIELD
  return (
    <>
      <Text mb="sm">
        <strong>{String(draft.values['known.name'])}</strong> ist schon eingetragen. Name, Telefonnummern, E-Mail und
        Anschrift gelten für alle Kinder gemeinsam.
      </Text>
      <div className={pairs.fields}>
        <div data-half>
          <InputField
            field={KNOWN_RELATION_FIELD}
            value={draft.values[key] ?? ''}
            error={draft.errors[key]}
            onChange={(value) => draft.set({ [key]: value })}
          />
        </div>
      </div>
      <Button variant="default" mt="sm" onClick={() => draft.set({ 'known.id': '', 'known.name': '' })}>
        Doch jemand anderes
      </Button>
    </>
  )
}
