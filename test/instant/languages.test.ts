import { describe, expect, test } from 'vitest';
import { ask } from './asking.ts';

/** The language of a question, by words that only it has, is that of the answer. */
describe('without a language, the answer is in that of the question:', () => {
  test.each([
    ['wetter wien', 'Wien', 'Österreich'],
    ['tiempo en londres', 'Londres', 'Reino Unido'],
    ['pogoda w Warszawie', 'Warszawa', 'Polska'],
    ['jaka jest pogoda w Krakowie', 'Kraków', 'Polska'],
    ['väder i göteborg', 'Göteborg', 'Sverige'],
    ["İstanbul'da hava durumu", 'İstanbul', 'Türkiye'],
    ['погода в Москве', 'Москва', 'Россия'],
    ['погода в Лондоне завтра', 'Лондон', 'Великобритания'],
    ['прогноз погоды Казань', 'Казань', 'Россия'],
    ['東京の天気', '東京', '日本'],
    ['ニューヨークの天気予報', 'ニューヨーク', 'アメリカ合衆国'],
    ['大阪の明日の天気', '大阪', '日本'],
    ['北京天气', '北京', '中国'],
    ['明天上海天气怎么样', '上海', '中国'],
    ['pogoda we Wrocławiu', 'Wrocław', 'Polska'],
    ['pogoda na jutro Warszawa', 'Warszawa', 'Polska'],
    ['pogoda w Paryżu na 7 dni', 'Paryż', 'Francja'],
    ['kommer det att regna i malmö imorgon', 'Malmö', 'Sverige'],
    ['regnar det i göteborg', 'Göteborg', 'Sverige'],
    ["istanbul'da yağmur yağacak mı", 'İstanbul', 'Türkiye'],
    ['погода на завтра в Париже', 'Париж', 'Франция'],
    ['東京は明日雨が降りますか', '東京', '日本'],
    ['北京明天会下雨吗', '北京', '中国'],
  ])('%s', async (q, place, country) => {
    expect(await ask(q)).toMatchObject({ type: 'weather', data: { place, country } });
  });

  test.each([
    ['która godzina w Tokio', 'Asia/Tokyo', /^Tokio, Japonia: /],
    ['vad är klockan i tokyo', 'Asia/Tokyo', /^Tokyo, Japan: /],
    ['tokyo saat kaç', 'Asia/Tokyo', /^Tokyo, Japonya: /],
    ['сколько времени в Токио', 'Asia/Tokyo', /^Токио, Япония: /],
    ['который час в Берлине', 'Europe/Berlin', /^Берлин, Германия: /],
    ['ニューヨークは今何時', 'America/New_York', /アメリカ合衆国: /],
    ['伦敦现在几点', 'Europe/London', /^伦敦, 英国: /],
    ['tid i sydney', 'Australia/Sydney', /Australien: /],
    ['aktualny czas w Londynie', 'Europe/London', /^Londyn, Wielka Brytania: /],
    // Only the signs of the name tell Japanese from Chinese.
    ['シドニー 時間', 'Australia/Sydney', /オーストラリア: /],
  ])('%s', async (q, tz, line) => {
    const found = await ask(q);
    expect(found).toMatchObject({ type: 'clock', data: { tz } });
    expect(found?.answer).toMatch(line);
  });

  test.each([
    ['100 dolarów na euro', 100, 'USD', 'EUR'],
    ['ile euro to 100 złotych', 100, 'PLN', 'EUR'],
    ['100 dollar till kronor', 100, 'USD', 'SEK'],
    ['100 dolar kaç tl', 100, 'USD', 'TRY'],
    ['100 долларов в рублях', 100, 'USD', 'RUB'],
    ['курс евро к рублю', 1, 'EUR', 'RUB'],
    ['100ドルは何円', 100, 'USD', 'JPY'],
    ['100ユーロを円に', 100, 'EUR', 'JPY'],
    ['100美元等于多少人民币', 100, 'USD', 'CNY'],
    ['欧元兑美元汇率', 1, 'EUR', 'USD'],
    ['100欧元换成人民币', 100, 'EUR', 'CNY'],
    ['100人民币是多少美元', 100, 'CNY', 'USD'],
  ])('%s', async (q, amount, from, to) => {
    expect(await ask(q)).toMatchObject({ type: 'currency', data: { amount, from, to } });
  });

  test.each([
    ['währung der schweiz', 'Schweiz: Schweizer Franken (CHF)'],
    ['quelle est la monnaie du japon', 'Japon: yen japonais (JPY)'],
    ['moneda de perú', 'Perú: sol peruano (PEN)'],
  ])('%s', async (q, answer) => {
    expect(await ask(q)).toMatchObject({ type: 'country', answer });
  });

  test('a requested language counts for more', async () => {
    expect((await ask('wetter münchen', { lang: 'fr' }))?.data).toMatchObject({ country: 'Allemagne' });
  });

  test('words of several languages tell none', async () => {
    expect((await ask('meteo roma'))?.data).toMatchObject({ place: 'Rome', country: 'Italy' });
    expect((await ask('temperatura roma'))?.data).toMatchObject({ place: 'Rome' });
  });
});

test.each([
  ...['погода', 'какая хорошая погода', 'hava', 'saat', '時間', '東京タワー', '天気の子', '时间简史', '美元', 'ドル'],
  ...[
    'доллары',
    'время перемен',
    'kurs',
    'pogoda ducha',
    '円周率の歴史',
    'väder tatuering',
    '北京大学',
    'moneda',
    'weather i need',
  ],
])('stays silent: %s', async (q) => {
  expect(await ask(q)).toBeNull();
});
