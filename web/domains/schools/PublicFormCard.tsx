import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Copy, ExternalLink, Printer } from 'lucide-react'
import { formatDateTime } from '#contract/dates.ts'
import type { schoolEndpoints } from '#contract/schools/schools.ts'
import type { Reply } from '#web/api/client.ts'
import { paths } from '#web/paths.ts'
import { copyText } from '#web/shell/copy-text.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import { formLinkQuery } from './school-queries.ts'
import classes from './schools.module.css'

/** The SVG is shown as an image, so that it can never be more than a picture. */
export const QrCodeCard = ({ svg, url }: { svg: string; url: string }) => (
  <img
    className={classes.qr}
    src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`}
    alt={`QR-Code mit der Adresse ${url}`}
  />
)

type FormLink = Reply<typeof schoolEndpoints.formLink>
type FormYear = FormLink['schoolyears'][number]

const YearState = ({ year: { is_open, opens_at } }: { year: FormYear }) => {
  if (is_open) {
    return (
      <StatusChip tone="positive" icon="check">
        geöffnet
      </StatusChip>
    )
  }
  const [day, time] = opens_at ? formatDateTime(opens_at).split(' ') : []
  return (
    <StatusChip tone="neutral" icon="wait">
      {day ? `öffnet am ${day} um ${time} Uhr` : 'geschlossen'}
    </StatusChip>
  )
}

const FormYears = ({ years, isActive }: { years: readonly FormYear[]; isActive: boolean }) => (
  <>
    {!isActive && <Text>Das Formular ist ausgeschaltet. Unter dieser Adresse steht dann ein Hinweis.</Text>}
    {isActive && years.length === 0 && <Text>Für kein Schuljahr ist eine Anmeldung vorgesehen.</Text>}
    {isActive && years.length > 0 && (
      <ul className="sh-plain-list sh-above-4">
        {years.map((year) => (
          <li key={year.name} className="sh-row sh-padded-1 sh-gap-3 sh-rows-1">
            Schuljahr {year.name} <YearState year={year} />
          </li>
        ))}
      </ul>
    )}
    <p className="sh-flush sh-above-2">
      <Link to={paths.schoolyears}>Zeiträume bei den Schuljahren ändern</Link>
    </p>
  </>
)

const LinkButtons = ({ url }: { url: string }) => (
  <Group gap="xs">
    <IconButton
      icon={Copy}
      onClick={() => void copyText({ text: url, done: 'Der Link ist kopiert.', label: 'Link zum Bewerbungsformular' })}
    >
      Link kopieren
    </IconButton>
    <Button
      component="a"
      variant="default"
      href={url}
      target="_blank"
      rel="noopener"
      leftSection={<ExternalLink size={20} aria-hidden />}
    >
      Formular ansehen
    </Button>
    <IconButton icon={Printer} to={paths.formPoster}>
      Aushang drucken
    </IconButton>
  </Group>
)

/** Where families apply: address, QR code, and when the form is open. */
export const PublicFormCard = ({ schoolId, isActive }: { schoolId: number; isActive: boolean }) => {
  return (
    <TitledCard id="formular" title="Öffentliches Formular" gap="xs">
      <Loaded query={useQuery(formLinkQuery(schoolId))}>
        {({ url, qr_svg, schoolyears }) => (
          <div className="sh-wrap sh-gap-4">
            <QrCodeCard svg={qr_svg} url={url} />
            <div className={`sh-shrinks ${classes.facts}`}>
              <p className="sh-bold sh-breaks sh-flush sh-below-3">{url}</p>
              <LinkButtons url={url} />
              <FormYears years={schoolyears} isActive={isActive} />
            </div>
          </div>
        )}
      </Loaded>
    </TitledCard>
  )
}
