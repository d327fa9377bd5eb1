import { displayPhone } from '#contract/phone.ts'
import { type Box, mm, type OpenedImage, type PdfDocument } from './pdf-document.ts'

/** The facts about the school on its papers. */
export interface SchoolHead {
  name: string
  carrier_name: string
  street: string
  house_number: string
  zip: string
  city: string
  phone: string
  mail: string
  accent: string
  /** PNG. */
  logo: Buffer | null
}

const LEFT = mm(25)
const RIGHT = mm(190)
const WIDTH = RIGHT - LEFT
const LOGO = { width: mm(45), height: mm(22) }

/** Draws the logo into its box, at the upper left corner unless the options say otherwise. */
export const drawLogo = (
  pdf: PdfDocument,
  { school, logo, align = 'left' }: { school: string; logo: OpenedImage; align?: 'left' | 'right' },
  within: Box,
) => {
  const scale = Math.min(within.width / logo.width, within.height / logo.height)
  const [width, height] = [logo.width * scale, logo.height * scale]
  const x = align === 'left' ? within.x : within.x + within.width - width
  const box = { x, y: within.y, width, height }
  pdf.figure(`Logo: ${school}`, box, (doc) => doc.image(logo as never, box.x, box.y, { width, height }))
}

const isPng = (file: Buffer) => file.subarray(1, 4).toString('latin1') === 'PNG'

/** Opens the school's logo for the file; a broken picture must not prevent a paper. */
export const openLogo = (pdf: PdfDocument, { logo }: Pick<SchoolHead, 'logo'>) =>
  logo && isPng(logo) ? pdf.openImage(logo) : undefined

/** Draws a school's head on the page: name and carrier left, logo right, and below a line in its colour. */
export function schoolHeadOf(pdf: PdfDocument, school: SchoolHead) {
  const logo = openLogo(pdf, school)
  const address = `${school.street} ${school.house_number}, ${school.zip} ${school.city}`
  const reach = [address, `Telefon ${displayPhone(school.phone)}`, school.mail].join(' · ')
  const nameWidth = logo ? WIDTH - LOGO.width - mm(5) : WIDTH
  return () => {
    const under = pdf.text('P', school.name, { x: LEFT, y: mm(12), width: nameWidth, size: 15, font: 'bold' })
    const carrier = school.carrier_name === school.name ? [] : [school.carrier_name]
    pdf.text('P', [...carrier, reach].join('\n'), { x: LEFT, y: under, width: nameWidth, size: 9 })
    if (logo)
      drawLogo(pdf, { school: school.name, logo, align: 'right' }, { x: RIGHT - LOGO.width, y: mm(10), ...LOGO })
    pdf.decoration((doc) => doc.rect(LEFT, mm(35), WIDTH, 1.5).fill(school.accent))
  }
}
