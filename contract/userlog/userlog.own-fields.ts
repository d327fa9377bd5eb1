import { ProviderFacts } from '#contract/identityproviders/provider.record.ts'
import { REQUEST_FIELD_LABELS } from '#contract/privacyrequests/privacyrequest.record.ts'
import { PUPIL_LABELS } from '#contract/pupils/pupil.record.ts'
import { labelsOf } from '#contract/record.ts'

/** Labels of fields that mean something else for one kind of entry. */
export const OWN_LABELS: Record<string, Record<string, string>> = {
  pupil: PUPIL_LABELS,
  privacy_request: REQUEST_FIELD_LABELS,
  identity_provider: {
    ...labelsOf(ProviderFacts),
    client_secret: 'Client-Secret',
    rules: 'Konten nach Gruppen',
    is_active: 'Auf der Anmeldeseite anbieten',
  },
  // The address of an account is called `email`; this says how a link to a service was made.
  user: { mail: 'bei der ersten Anmeldung über die geprüfte Adresse' },
}
