/** Programming languages, programs and systems: a query that names one asks how to do something there. */

const names = (list: string): ReadonlySet<string> => new Set(list.trim().split(/\s+/));

const TOOLS = names(`
  android arduino asp.net autocad autohotkey autoit awk aws bash c# c++ canva clojure cmake cmd cobol codeigniter colab cpp
  csharp css cuda cygwin django docker dotnet ecmascript elasticsearch erlang esp32 esp8266 excel expressjs f# figma firebase
  firefox flutter fortran ftp gcc gdb github gitlab golang gradle grep haskell html html5 iis indesign ios ipython java javafx
  javascript jinja jmeter jquery js json jsp jupyter kotlin kubernetes labview laravel leetcode libreoffice linq linux lua
  macos mariadb mathematica matlab micropython mikrotik mongodb mssql mysql nginx node.js nodejs notepad++ npm numpy
  objective-c ocaml openssl pandas perl photoshop php phpmyadmin pl/sql plsql postgres postgresql powerbi powerpoint
  powershell pyspark python python3 pytorch qgis reactjs redis regex rstudio scss splunk sql sqlite stm32 symfony tailwind tcl
  tensorflow terraform tsql typescript ubuntu unix vb vb.net vba verilog vhdl vscode vuejs wireshark woocommerce wordpress
  xaml xcode xml xslt yaml zsh`);
/** These are also ordinary words: they count only next to programming terms. */
const WORDY_TOOLS = names(
  'angular c dart delphi docker eclipse elixir git go groovy julia oracle r rails react ruby rust sass scala scratch spring swift unity vim vue windows',
);
const PARTS_OF_PROGRAMS = names(`
  alias array boolean class component constant constants constructor dictionary enum environment foreign function functions
  global hook index interface key list macro macros map matrix method module object path pointer primary procedure route
  schema string struct structure table tuple type variable variables vector`);

/** Whether one of the lower-case words is the name of a program. */
export function namesTool(words: readonly string[]): boolean {
  if (words.some((word) => TOOLS.has(word))) return true;
  return words.some((word) => WORDY_TOOLS.has(word)) && words.some((word) => PARTS_OF_PROGRAMS.has(word));
}
