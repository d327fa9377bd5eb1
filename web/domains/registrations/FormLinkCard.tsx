import { Button, Group } from '@mantine/core'
import { Copy } from 'lucide-react'
import { REGISTRATION_TEXTS } from '#contract/registrations/registrations.texts.ts'
import { useSignedIn } from '#web/api/base-data.ts'
import { publicFormAddress } from '#web/paths.ts'
import { promptDialog } from '#web/shell/dialogs.tsx'
import { notify } from '#web/shell/notify.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'

/** Without TLS browsers have no clipboard: then the address is shown, marked, to be copied by hand. */
const copyLink = async (address: string) => {
  const isCopied = await navigator.clipboard?.writeText(address).then(
    () => true,
    () => false,
  )
  if (isCopied) return notify('Der Link ist kopiert.')
  await promptDialog({
    message: 'Bitte kopieren Sie den Link:',
    label: 'Link zum Bewerbungsformular',
    initial: address,
  })
}

/** No application yet: how families come to the form (ux §3.8). */
export const FormLinkCard = () => {
  const school = useSignedIn()?.school
  if (!school) return null
  const address = window.location.origin + publicFormAddress(school.short)
  return (
    <EmptyState
      title={REGISTRATION_TEXTS.none}
      text="Familien bewerben sich über das Bewerbungsformular Ihrer Schule."
      action={
        <Group justify="center" gap="sm">
          <Button leftSection={<Copy size={20} aria-hidden />} onClick={() => void copyLink(address)}>
            Link zum Bewerbungsformular kopieren
          </Button>
          <Button component="a" variant="default" href={address} target="_blank" rel="noopener">
            Formular ansehen
          </Button>
        </Group>
      }
    />
  )
}
