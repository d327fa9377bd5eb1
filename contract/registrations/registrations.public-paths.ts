// Without zod: the public pages call before the rules are loaded (architecture §8).

/** Method and path of every public call; `registrations.public.ts` says the rest. */
export const PUBLIC_REGISTRATION_PATHS = {
  settings: { method: 'GET', path: '/api/public/schoolRegistration/:school_short' },
  submit: { method: 'POST', path: '/api/public/schoolRegistration/:school_short' },
  draft: { method: 'GET', path: '/api/public/schoolRegistrationDraft/:school_short' },
  saveDraft: { method: 'PUT', path: '/api/public/schoolRegistrationDraft/:school_short' },
  deleteDraft: { method: 'DELETE', path: '/api/public/schoolRegistrationDraft/:school_short' },
  receipt: { method: 'GET', path: '/api/public/schoolRegistrationReceipt/:school_short' },
  receiptContacts: { method: 'GET', path: '/api/public/schoolRegistrationReceipt/:school_short/contacts' },
  correctMail: { method: 'PUT', path: '/api/public/schoolRegistrationReceipt/:school_short/mail' },
  confirmOptin: { method: 'POST', path: '/api/public/registration_contact_optin' },
  resendOptin: { method: 'POST', path: '/api/public/registration_contact_optin/resend' },
} as const
