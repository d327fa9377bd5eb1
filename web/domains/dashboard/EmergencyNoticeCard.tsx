import { Alert, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { LifeBuoy } from 'lucide-react'
import { SIGN_IN_TEXTS } from '#contract/account/account.ts'
import { paths } from '#web/paths.ts'

/** Tells the owner of the emergency account what the account is for, and leads to where the demand is lifted (ADR 0077). */
export const EmergencyNoticeCard = ({ service }: { service: string }) => (
  <Alert
    component="section"
    color="blue"
    icon={<LifeBuoy size={20} aria-hidden />}
    title="Sie sind mit dem Notfallkonto angemeldet"
  >
    <Text mb="xs">
      {SIGN_IN_TEXTS.demanded(service)} Dieses Konto kommt auch ohne {service} hinein. Ist {service} länger gestört,
      wählen Sie „Auf jedem Weg“. Dann können sich alle wieder mit ihrem Passwort anmelden.
    </Text>
    <Link to={paths.users} search={{ tab: 'anmeldung' }}>
      Zur Vorgabe für die Anmeldung
    </Link>
  </Alert>
)
