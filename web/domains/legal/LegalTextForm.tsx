import { LEGAL_TITLES, type LegalDraft, type LegalKey, legalEndpoints } from '#contract/legal/legal.ts'
import { LEGAL_PLACEHOLDERS, LEGAL_REQUIRED } from '#contract/legal/legal-templates.ts'
import { useCall } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'
import type { Memory, TypedInput } from '#web/forms/use-edit.ts'
import { draftQuery, legalQuery } from './legal-query.ts'
import { type PublishedText, TemplateFormWidget, type UseSave } from './TemplateFormWidget.tsx'

const saverFor = (key: LegalKey): UseSave =>
  function useLegalSave(calls) {
    const { run, isRunning } = useCall(legalEndpoints.save, calls)
    return { run: (body) => run({ params: { key }, body }), isRunning }
  }

const SAVERS: Record<LegalKey, UseSave> = {
  impressum: saverFor('impressum'),
  datenschutz: saverFor('datenschutz'),
  barrierefreiheit: saverFor('barrierefreiheit'),
}

interface LegalTextFormProps extends Pick<Memory<PublishedText>, 'remember'> {
  text: LegalDraft
  draft: TypedInput<PublishedText>
  onClosed: () => void
  showVersions: () => void
}

/** Changes one of the texts of the installation. */
export const LegalTextForm = ({ text, ...form }: LegalTextFormProps) => {
  const { key } = text
  return (
    <TemplateFormWidget
      {...form}
      text={text}
      label={`Text der Seite ${LEGAL_TITLES[key]}`}
      meanings={LEGAL_PLACEHOLDERS}
      required={LEGAL_REQUIRED[key]}
      loadAnew={async () => {
        await queryClient.fetchQuery({ ...legalQuery(key), staleTime: 0 })
        return queryClient.fetchQuery({ ...draftQuery(key), staleTime: 0 })
      }}
      invalidates={[legalEndpoints.versions, legalEndpoints.draft]}
      useSave={SAVERS[key]}
    />
  )
}
