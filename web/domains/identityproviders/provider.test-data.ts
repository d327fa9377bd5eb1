import type { Provider, TestStep } from '#contract/identityproviders/identityproviders.ts'
import { PROVIDER_FAULTS } from '#contract/identityproviders/provider-faults.ts'

export const ISERV: Provider = {
  id: 7,
  kind: 'iserv',
  name: 'IServ',
  issuer: 'https://iserv.schule.example',
  client_id: 'schulhof',
  has_secret: true,
  school_ids: [1],
  second_factor_acr: null,
  groups_claim: 'groups',
  mail_domain: null,
  is_active: false,
  rules: [],
  redirect_uri: 'https://schulhof.example/app/base/login/anmeldedienst/7',
  logout_uri: 'https://schulhof.example/login/provider/7/logout',
  after_logout_uri: 'https://schulhof.example/app/base/login',
  identity_count: 0,
  last_failure: null,
  last_failure_at: null,
  last_success_at: null,
  last_check_at: null,
  last_check_fault: null,
  version: 3,
}
export const GOOD_STEP: TestStep = {
  ...{ what: 'Adresse des Dienstes', state: 'good', fault: null, issuer: null },
  text: 'Der Dienst antwortet und nennt sich wie eingetragen.',
}
export const BAD_STEP: TestStep = {
  ...{ what: 'Client-ID und Client-Secret', state: 'bad', fault: 'client', issuer: null },
  text: PROVIDER_FAULTS.client.admin,
}
