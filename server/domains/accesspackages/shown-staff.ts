import { LOGIN_WAY_LABELS } from '#contract/account/account.sessions.ts'
import { Employee } from '#contract/employees/employee.record.ts'
import { ROLE_LABELS } from '#contract/permissions.ts'
import { fieldsOf } from '#contract/record.ts'
import { SENDING_LABELS } from '#contract/registrations/registrations.mail-labels.ts'
import { BOUNCE_LABELS } from '#contract/unreachable.ts'
import { type ShownTable, shown, shownChoice, shownRecord } from './shown-facts.ts'
import { BOOKKEEPING, DERIVED, ELSEWHERE, KEY, keys, SECRET, STAFF } from './shown-pupil.ts'

const rowKeys = { id: KEY, school_id: KEY }

/** Everything about somebody who works at the school, and about an account. */
export const STAFF_TABLES = {
  employee: {
    shown: {
      ...shownRecord(fieldsOf(Employee)),
      date_exit: shown('Letzter Tag', 'date'),
      active: shown('Aktiv', 'box'),
      created_at: shown('Angelegt am', 'moment'),
      updated_at: shown('Zuletzt geändert am', 'moment'),
      deleted_at: shown('Im Papierkorb seit', 'moment'),
      reduced_on: shown('Auf den Nachweis gekürzt am', 'date'),
    },
    leftOut: { ...keys, user_id: ELSEWHERE, closes_account_by: STAFF, import_id: KEY },
  },
  schoolclass_employee: {
    shown: {
      schoolclass_id: shown('Klasse', 'class'),
      function: shownChoice('Aufgabe', { responsible: 'Klassenleitung', assigned: 'zugeordnet' }),
      date_start: shown('Von', 'date'),
      date_end: shown('Bis', 'date'),
    },
    leftOut: {
      ...rowKeys,
      employee_id: KEY,
      position: BOOKKEEPING,
      created_by: STAFF,
      created_at: BOOKKEEPING,
      updated_at: BOOKKEEPING,
    },
  },
  app_user: {
    shown: {
      name: shown('Name'),
      email: shown('E-Mail', 'mail'),
      role: shownChoice('Rolle', ROLE_LABELS),
      may_view_sensitive: shown('Darf besonders geschützte Angaben sehen', 'box'),
      may_manage_users: shown('Darf Benutzer verwalten', 'box'),
      home_school_id: shown('Heimatschule', 'school'),
      school_id: shown('Aktive Schule', 'school'),
      created_at: shown('Angelegt am', 'moment'),
      updated_at: shown('Zuletzt geändert am', 'moment'),
      invited_at: shown('Eingeladen am', 'moment'),
      last_login_at: shown('Letzte Anmeldung', 'moment'),
      password_changed_at: shown('Passwort geändert am', 'moment'),
      two_factor_enabled_at: shown('Zwei-Faktor-Anmeldung seit', 'moment'),
      asks_passkey: shown('Nach dem Passwort wird ein Passkey verlangt', 'box'),
      deactivated_at: shown('Deaktiviert am', 'moment'),
    },
    leftOut: {
      id: KEY,
      version: BOOKKEEPING,
      field_changes: BOOKKEEPING,
      password_hash: SECRET,
      two_factor_secret: SECRET,
      two_factor_last_step: BOOKKEEPING,
    },
  },
  account_mail: {
    shown: {
      created_at: shown('Vorbereitet am', 'moment'),
      sent_at: shown('Gesendet am', 'moment'),
      template: shown('Art'),
      event: shown('Anlass'),
      recipient_masked: shown('An'),
      state: shownChoice('Zustand', SENDING_LABELS),
      bounced_at: shown('Zurückgekommen am', 'moment'),
      bounce_reason: shownChoice('Adresse nicht erreichbar', BOUNCE_LABELS),
    },
    leftOut: {
      id: KEY,
      user_id: KEY,
      provider_id: KEY,
      recipient_encrypted: ELSEWHERE,
      recipient_hash: DERIVED,
      bounce_token: BOOKKEEPING,
      is_bounce_late: BOOKKEEPING,
      message_id: BOOKKEEPING,
      error: 'the answer of a mail server',
      updated_at: BOOKKEEPING,
    },
  },
  session: {
    shown: {
      created_at: shown('Angemeldet am', 'moment'),
      expires_at: shown('Endet spätestens am', 'moment'),
      device: shown('Gerät'),
      ip_trunc: shown('Gekürzte Netzadresse'),
      remember: shown('Eingeloggt bleiben', 'box'),
      way: shownChoice('Angemeldet mit', LOGIN_WAY_LABELS),
    },
    leftOut: {
      id: KEY,
      user_id: KEY,
      token_hash: SECRET,
      has_second_factor: DERIVED,
      identity_id: KEY,
      provider_session: SECRET,
    },
  },
  identity: {
    shown: {
      label: shown('Name beim Anmeldedienst'),
      created_at: shown('Verbunden am', 'moment'),
      last_used_at: shown('Zuletzt verwendet am', 'moment'),
    },
    leftOut: {
      ...{ id: KEY, user_id: KEY, provider_id: KEY, subject: KEY },
      ...{ origin: BOOKKEEPING, given_school_ids: BOOKKEEPING, given_role: BOOKKEEPING },
    },
  },
  passkey: {
    shown: {
      name: shown('Name'),
      created_at: shown('Eingerichtet am', 'moment'),
      last_used_at: shown('Zuletzt verwendet am', 'moment'),
      is_synced: shown('Auf mehreren Geräten', 'box'),
      locked_at: shown('Gesperrt am', 'moment'),
    },
    leftOut: {
      id: KEY,
      user_id: KEY,
      credential_id: SECRET,
      public_key: SECRET,
      counter: BOOKKEEPING,
      transports: BOOKKEEPING,
    },
  },
  saved_view: {
    shown: {
      name: shown('Name'),
      page: shown('Seite'),
      query: shown('Suche und Filter'),
      shared: shown('Für alle freigegeben', 'box'),
      created_at: shown('Gemerkt am', 'moment'),
    },
    leftOut: { ...rowKeys, user_id: KEY, updated_at: BOOKKEEPING },
  },
  sicknote_feed: {
    shown: {
      kind: shown('Art'),
      created_at: shown('Eingerichtet am', 'moment'),
      last_day: shown('Letzte Mail am', 'date'),
    },
    leftOut: { ...rowKeys, user_id: KEY, updated_at: BOOKKEEPING },
  },
} satisfies Record<string, ShownTable>

/** Tables that also refer to people, and why no package shows their rows. */
export const LEFT_OUT_TABLES: Readonly<Record<string, string>> = {
  access_package: 'the package itself; the log says that it was made',
  erasure: 'what was erased, without content',
  login_challenge: SECRET,
  password_link: SECRET,
  recovery_code: SECRET,
  sign_in_attempt: SECRET,
  data_check_child: 'about which children somebody was asked; the answer and the proposals show it',
  data_check_link: SECRET,
  photo_print_pupil: 'a copy of the consents as they were printed; the section of the consents shows them',
  pupil_link: SECRET,
  registration_contact_link: SECRET,
  registration_receipt: SECRET,
  registration_status_link: SECRET,
  sicknote_calendar_link: SECRET,
  setup_link: SECRET,
  pupil_word: DERIVED,
  registration_sibling: 'which other child staff matched is data of that child; the answers name the siblings',
  user_log: 'the section of the log shows it',
  view_log: 'the section of views counts it by day',
  view_log_record: 'names everybody in one line of the views',
  user_school: 'the section of the account names the schools',
}
