import { strToU8 } from 'fflate'
import { workbook } from './hostile-files.ts'

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

const relation = (id: string, kind: string, target: string) =>
  `<Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="${target}"/>`

/** The day counted from 1904-01-01, like in old files of the Macintosh. */
const since1904 = (day: string) => (Date.parse(day) - Date.parse('1904-01-01')) / (24 * 60 * 60 * 1000)

const TEXTS = '<si><t>Birke</t></si><si><r><t>Mia </t></r><r><rPr><b/></rPr><t>Sophie</t></r></si>'

/** Rows with empty ones in between, each cell in another notation that workbooks allow. */
const ROWS = `
  <row r="2"><c r="A2" t="inlineStr"><is><t>Nachname</t></is></c><c r="B2" t="inlineStr"><is><t>Vorname</t></is></c>
    <c r="C2" t="inlineStr"><is><t>Geburtsdatum</t></is></c><c r="D2" t="inlineStr"><is><t>PLZ</t></is></c><c r="E2" t="inlineStr"><is><t>Ort</t></is></c></row>
  <row r="3"><c r="A3" t="s"><v>0</v></c><c r="B3" t="inlineStr"><is><t>Ada</t></is></c><c r="C3" s="1"><v>${since1904('2018-03-01')}</v></c>
    <c r="D3" t="str"><f>TEXT(1067,"00000")</f><v>01067</v></c><c r="E3" t="str"><f>"Dres"&amp;"den"</f><v>Dresden</v></c></row>
  <row r="4"/><row r="5"><c r="A5" s="1"/></row>
  <row r="6"><c r="A6" t="s"><v>0</v></c><c r="B6" t="s"><v>1</v></c><c r="C6" s="1"><f>C3-731</f><v>${since1904('2016-02-29')}</v></c><c r="E6" t="str"><f>E3</f><v>Dresden</v></c></row>`

/** A workbook like those of LibreOffice and others: shared and rich texts, cached results, the calendar of 1904. */
export const foreignWorkbook = () =>
  workbook(
    `<?xml version="1.0"?><worksheet xmlns="${MAIN}"><dimension ref="A1:E6"/><sheetData>${ROWS}</sheetData></worksheet>`,
    {
      'xl/workbook.xml': strToU8(
        `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr date1904="1"/><sheets><sheet name="T" sheetId="1" r:id="r1"/></sheets></workbook>`,
      ),
      'xl/_rels/workbook.xml.rels': strToU8(
        `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relation('r1', 'worksheet', 'worksheets/sheet1.xml')}${relation('r2', 'sharedStrings', 'sharedStrings.xml')}${relation('r3', 'styles', 'styles.xml')}</Relationships>`,
      ),
      'xl/sharedStrings.xml': strToU8(`<sst xmlns="${MAIN}" count="3" uniqueCount="2">${TEXTS}</sst>`),
      'xl/styles.xml': strToU8(
        `<styleSheet xmlns="${MAIN}"><cellStyleXfs count="1"><xf numFmtId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" xfId="0"/><xf numFmtId="14" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
      ),
    },
  )
