import { PASSWORD_LINK_MINUTES } from '#contract/account/account.passwords.ts'
import type { Queries } from '#server/db/database.ts'
import { findProviderName } from '#server/domains/identityproviders/identityproviders.shared.queries.ts'
import type { Platform } from '#server/http/platform.ts'
import type {
  AccountTemplate,
  AccountTemplateName,
  SystemTemplateName,
  TwoFactorEvent,
  WaitingAccountMail,
} from '#server/mail/account-outbox.ts'
import { type MailText, renderMail } from '#server/mail/mail-text.ts'
import { hmac, type SecretRing } from '#server/secret-keys.ts'
import {
  findMailedUser,
  hasLaterLinkMail,
  hasSetPasswordSince,
  insertPasswordLink,
  lockLinkOwner,
  updatePasswordLinkEnd,
} from './account.passwords.queries.ts'
import { passwordPage } from './password-page.ts'

const PRODUCT = 'Schulhof'
const TOKEN_BYTES = 24
const VALID_FOR = `Der Link gilt ${PASSWORD_LINK_MINUTES} Minuten und nur einmal.`

type Texts = Omit<MailText, 'schoolName' | 'action'> & { button: string }

const RESET: Texts = {
  subject: 'Passwort zurücksetzen',
  greeting: 'Guten Tag,',
  paragraphs: [
    'für Ihr Konto wurde ein neues Passwort angefordert. Über diesen Link legen Sie es fest. Bis dahin gilt Ihr bisheriges Passwort.',
  ],
  button: 'Neues Passwort festlegen',
  closing: [VALID_FOR, 'Wenn Sie das nicht waren, ignorieren Sie diese E-Mail. Es ändert sich dann nichts.'],
}

const INVITATION: Texts = {
  subject: `Ihr Zugang zu ${PRODUCT}`,
  greeting: 'Guten Tag {Name},',
  paragraphs: [
    `die Schule hat für Sie ein Konto in ${PRODUCT} angelegt, ihrem Programm für die Verwaltung. Sie melden sich mit dieser E-Mail-Adresse an. Bitte legen Sie zuerst Ihr Passwort fest.`,
  ],
  button: 'Passwort festlegen',
  closing: [
    VALID_FOR,
    'Ist er abgelaufen, wählen Sie auf der Anmeldeseite „Passwort vergessen?“ und geben dort diese E-Mail-Adresse an.',
  ],
}

const PASSWORD_CHANGED: Texts = {
  subject: 'Ihr Passwort wurde geändert',
  greeting: 'Guten Tag,',
  paragraphs: ['das Passwort Ihres Kontos wurde geändert. Wenn Sie das waren, ist nichts weiter zu tun.'],
  button: 'Passwort zurücksetzen',
  closing: [
    'Wenn Sie das nicht waren, setzen Sie Ihr Passwort bitte gleich zurück und sagen Sie Ihrer Schulleitung Bescheid.',
  ],
}

const EMAIL_CHANGED: Texts = {
  subject: 'Die E-Mail-Adresse Ihres Kontos wurde geändert',
  greeting: 'Guten Tag,',
  paragraphs: [
    'die E-Mail-Adresse Ihres Kontos in der Schulverwaltung wurde geändert. Mit der bisherigen Adresse können Sie sich nicht mehr anmelden; alle angemeldeten Geräte wurden abgemeldet.',
  ],
  button: 'Zur Anmeldung',
  closing: ['Wenn Sie davon nichts wissen, wenden Sie sich bitte an Ihre Schulleitung.'],
}

/** The news of an event; about a link they name the service, if it still exists. */
const TWO_FACTOR_NEWS: Record<TwoFactorEvent, string | ((service: string | null) => string)> = {
  enabled: 'die Zwei-Faktor-Anmeldung Ihres Kontos wurde eingeschaltet. Alle anderen Geräte wurden abgemeldet.',
  disabled:
    'die Zwei-Faktor-Anmeldung Ihres Kontos wurde ausgeschaltet. Für die Anmeldung genügt jetzt Ihr Passwort. Alle anderen Geräte wurden abgemeldet.',
  reset:
    'die Anmeldung Ihres Kontos wurde von Ihrer Schulverwaltung zurückgesetzt. Der zweite Faktor, die Wiederherstellungscodes, alle Passkeys und die Verbindungen, die Sie selbst mit Anmeldediensten hergestellt haben, sind entfernt. Alle Geräte wurden abgemeldet. Melden Sie sich jetzt mit Ihrem Passwort an. Verlangt Ihre Schule mehr, zeigt das Programm den nächsten Schritt.',
  codes_renewed: 'für Ihr Konto wurden neue Wiederherstellungscodes erzeugt. Die alten gelten nicht mehr.',
  passkey_added: 'für Ihr Konto wurde ein Passkey eingerichtet. Mit ihm kann man sich ohne Passwort anmelden.',
  passkey_removed: 'von Ihrem Konto wurde ein Passkey entfernt. Alle anderen Geräte wurden abgemeldet.',
  passkey_locked:
    'ein Passkey Ihres Kontos wurde gesperrt, weil es von ihm vielleicht eine Kopie gibt. Alle Geräte wurden abgemeldet. Bitte entfernen Sie den Passkey in Ihrem Profil, und richten Sie ihn neu ein.',
  passkey_asked:
    'bei der Anmeldung an Ihrem Konto wird nach dem Passwort jetzt auch ein Passkey verlangt. Alle anderen Geräte wurden abgemeldet.',
  identity_linked: (service) =>
    `Ihr Konto wurde mit ${service ? `dem Anmeldedienst „${service}“` : 'einem Anmeldedienst Ihrer Schule'} verbunden. Darüber kann man sich ohne Ihr Passwort anmelden.`,
  identity_unlinked: (service) =>
    `die Verbindung Ihres Kontos mit ${service ? `dem Anmeldedienst „${service}“` : 'einem Anmeldedienst'} wurde gelöst. Darüber kann man sich nicht mehr anmelden.`,
  passkey_not_asked:
    'bei der Anmeldung an Ihrem Konto wird nach dem Passwort kein Passkey mehr verlangt. Alle anderen Geräte wurden abgemeldet.',
}

const twoFactorChanged = (news: string): Texts => ({
  subject: 'Die Anmeldung an Ihrem Konto wurde geändert',
  greeting: 'Guten Tag,',
  paragraphs: [news, 'Wenn Sie davon wissen, ist nichts weiter zu tun.'],
  button: 'Passwort zurücksetzen',
  closing: [
    'Wenn Sie davon nichts wissen, setzen Sie Ihr Passwort bitte gleich zurück und sagen Sie Ihrer Schulleitung Bescheid.',
  ],
})

/**
 * 192 bits, the same at each try of one mail: when a mail is sent twice after a crash, both copies have the same
 * working link. Nobody can compute it without the key, and the time in it prevents a restored backup from making the
 * same link again.
 */
const tokenOf = (keys: SecretRing, { id, user_id, created_at }: WaitingAccountMail) =>
  hmac(keys, 'password link', `${id} ${user_id} ${created_at}`).subarray(0, TOKEN_BYTES).toString('base64url')

type Post = Pick<Platform, 'appUrl' | 'keys' | 'mailFrom'>

/** Whether the link is still needed: account and address are unchanged, and nothing has replaced it since. */
async function isLinkWanted(tx: Queries, mail: WaitingAccountMail) {
  const user = await lockLinkOwner(tx, mail.user_id)
  if (!user || user.deactivated_at !== null || user.email !== mail.recipient) return false
  if (await hasSetPasswordSince(tx, mail.user_id, mail.created_at)) return false
  return !(await hasLaterLinkMail(tx, mail))
}

const address = ({ appUrl }: Post, path: string) => `${appUrl}/app/base/${path}`

/** Signed by the account's school, if it has one. */
async function write(
  { mailFrom }: Post,
  tx: Queries,
  { mail, texts, url }: { mail: WaitingAccountMail; texts: Texts; url: string },
) {
  const user = await findMailedUser(tx, mail.user_id)
  const schoolName = user?.school_name ?? PRODUCT
  const { button, ...text } = texts
  return {
    to: mail.recipient,
    fromName: schoolName,
    replyTo: user?.school_mail ?? mailFrom,
    ...renderMail({
      ...text,
      greeting: text.greeting.replace('{Name}', () => user?.name ?? ''),
      schoolName,
      action: { label: button, url },
    }),
  }
}

/** A mail with a link to the page for a new password; its 60 minutes begin when the mail server accepts the mail. */
const linkMail =
  (post: Post, kind: 'reset' | 'invitation', texts: Texts): AccountTemplate =>
  async (tx, mail) => {
    if (!(await isLinkWanted(tx, mail))) return null
    const token = tokenOf(post.keys, mail)
    await insertPasswordLink(tx, { userId: mail.user_id, token, kind })
    const url = passwordPage(post.appUrl, { token, email: mail.recipient, isWelcome: kind === 'invitation' })
    return {
      mail: await write(post, tx, { mail, texts, url }),
      delivered: async (later) => {
        await updatePasswordLinkEnd(later, mail.user_id)
      },
    }
  }

const notice =
  (post: Post, texts: Texts, path: string): AccountTemplate =>
  async (tx, mail) => ({ mail: await write(post, tx, { mail, texts, url: address(post, path) }) })

/** The mails about accounts, by their names in the outbox. Their host is always the configured one. */
export const accountMails = (post: Post): Record<Exclude<AccountTemplateName, SystemTemplateName>, AccountTemplate> => {
  const reset = linkMail(post, 'reset', RESET)
  return {
    // Nobody waits an hour for this mail: a link that arrives so late would only frighten people (spec §9, domain §9c).
    password_reset: async (tx, mail) => (mail.minutes_waiting > PASSWORD_LINK_MINUTES ? null : reset(tx, mail)),
    invitation: linkMail(post, 'invitation', INVITATION),
    password_changed: notice(post, PASSWORD_CHANGED, 'forgot-password'),
    email_changed: notice(post, EMAIL_CHANGED, 'login'),
    two_factor_changed: async (tx, mail) => {
      const news = TWO_FACTOR_NEWS[mail.event as TwoFactorEvent]
      const texts = twoFactorChanged(
        typeof news === 'string' ? news : news(await findProviderName(tx, mail.provider_id)),
      )
      return notice(post, texts, 'forgot-password')(tx, mail)
    },
  }
}
