import type { ProviderKind } from './provider.record.ts'

const WRONG_SETUP = 'Der Anmeldedienst ist falsch eingerichtet. Bitte wenden Sie sich an Ihre Schule.'

/**
 * Why a sign-in at a provider failed. `user`: what the person reads who signs in. `admin`: what is to be done, for the
 * page of the provider and its test.
 */
export const PROVIDER_FAULTS = {
  unreachable: {
    user: 'Der Anmeldedienst antwortet gerade nicht. Bitte versuchen Sie es später noch einmal, oder melden Sie sich auf anderem Weg an.',
    admin:
      'Der Dienst ist nicht zu erreichen oder antwortet nicht innerhalb von 6 Sekunden. Prüfen Sie die Adresse, und ob dieser Server sie erreichen darf (Firewall, Namensauflösung).',
  },
  certificate: {
    user: 'Der Anmeldedienst ist nicht sicher zu erreichen. Bitte wenden Sie sich an Ihre Schule.',
    admin:
      'Das Zertifikat des Dienstes ist abgelaufen, gehört zu einem anderen Namen oder stammt von einer unbekannten Stelle.',
  },
  not_found: {
    user: WRONG_SETUP,
    admin:
      'Unter dieser Adresse liegt keine Beschreibung des Dienstes (/.well-known/openid-configuration). Meist fehlt in der Adresse ein Teil, zum Beispiel /realms/schule bei Keycloak.',
  },
  issuer: {
    user: WRONG_SETUP,
    admin:
      'Der Dienst nennt sich anders als die eingetragene Adresse. Tragen Sie genau den Issuer ein, den der Dienst nennt, auch mit oder ohne Schrägstrich am Ende.',
  },
  insecure: {
    user: WRONG_SETUP,
    admin:
      'Der Dienst nennt eine Adresse, die nicht mit https:// beginnt. Ohne https:// ist eine Anmeldung nicht möglich; ändern Sie die Adressen beim Dienst.',
  },
  unsupported: {
    user: WRONG_SETUP,
    admin:
      'Der Dienst beherrscht nicht, was gebraucht wird: Anmeldung mit Code (response_type code), Schlüssel unter jwks_uri und Unterschriften mit RS256, PS256, ES256 oder EdDSA.',
  },
  client: {
    user: WRONG_SETUP,
    admin:
      'Der Dienst kennt diese Client-ID nicht, oder das Client-Secret ist falsch. Kopieren Sie beide noch einmal, ohne Leerzeichen.',
  },
  clock: {
    user: 'Die Antwort des Anmeldedienstes war nicht in Ordnung. Bitte wenden Sie sich an Ihre Schule.',
    admin:
      'Die Uhr dieses Servers oder die des Dienstes geht um mehr als zwei Minuten falsch. Stellen Sie beide über NTP.',
  },
  token: {
    user: 'Die Antwort des Anmeldedienstes war nicht in Ordnung. Bitte beginnen Sie noch einmal.',
    admin:
      'Die Antwort gehörte nicht zu dieser Anmeldung oder war nicht gültig unterschrieben. Geschieht das immer, wird sie unterwegs verändert, oder der Dienst ist falsch eingerichtet.',
  },
  denied: {
    user: 'Die Anmeldung wurde beim Anmeldedienst abgebrochen oder dort nicht erlaubt. Versuchen Sie es noch einmal, oder melden Sie sich auf anderem Weg an.',
    admin: 'Der Dienst hat die Anmeldung abgelehnt. Meist ist die Person dort nicht für diese Anwendung freigegeben.',
  },
  over: {
    user: 'Diese Anmeldung hat zu lange gedauert oder wurde schon beendet. Bitte beginnen Sie noch einmal.',
    admin:
      'Zwischen Beginn und Ende der Anmeldung lagen mehr als zehn Minuten, sie wurde zweimal abgeschickt, oder der Dienst wurde in dieser Zeit geändert.',
  },
  subject: {
    user: 'Der Anmeldedienst hat nicht gesagt, wer Sie sind. Bitte wenden Sie sich an Ihre Schule.',
    admin: 'Im Token fehlt die Nummer der Person: bei Microsoft Entra die Angaben tid und oid, sonst sub.',
  },
  unlinked: {
    user: 'Dieses Konto beim Anmeldedienst ist hier noch nicht verbunden. Melden Sie sich mit Ihrem Passwort an und verbinden Sie es in Ihrem Profil.',
    admin: 'Jemand hat sich beim Dienst angemeldet, dessen Konto hier nicht verbunden ist.',
  },
  closed: {
    user: 'Mit diesem Konto können Sie sich hier nicht mehr anmelden. Bitte wenden Sie sich an Ihre Schule.',
    admin:
      'Das verbundene Konto ist gesperrt, gehört zu keiner der Schulen dieses Dienstes, oder die Person ist in keiner der Gruppen mehr.',
  },
} as const
export type ProviderFault = keyof typeof PROVIDER_FAULTS

const MICROSOFT_SECRET = 'Bei Microsoft: Es ist der „Wert“, nicht die ID. Ein Client-Secret läuft dort auch ab.'

/** What an admin has to do about a fault of a service of this kind. */
export const adminText = (fault: ProviderFault, kind: ProviderKind) =>
  fault === 'client' && kind === 'entra'
    ? `${PROVIDER_FAULTS.client.admin} ${MICROSOFT_SECRET}`
    : PROVIDER_FAULTS[fault].admin
